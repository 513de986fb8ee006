"""The lengths of what `Deconvolution2D` of Keras 1 returned, of which strides leave several open."""

from __future__ import annotations

import libcst as cst

from codemods.source.arguments import keyword, literal

_PLACES = {"tf": 1, "channels_last": 1, "th": 2, "channels_first": 2}
"""Where the lengths of an image begin in its shape."""


def is_shortest(call: cst.Call, shape: cst.Arg, sizes: list[cst.BaseExpression]) -> bool:
    """True if there is one length only, or the source shows that the shape has the shortest, as Keras computes it.

    `sizes` has those of the kernel if they are arguments of their own.
    """
    border = keyword(call, "border_mode") or keyword(call, "padding")
    strides = _pair(keyword(call, "subsample") or keyword(call, "strides"))
    if strides == [1, 1] or (border is not None and literal(border.value) == "same"):
        return True
    kernel = [literal(each) for each in sizes] or _pair(_kernel(call))
    lengths = _lengths(call, shape)
    if len(lengths) != len(kernel) or len(kernel) != len(strides):
        return False
    return all(
        isinstance(length, int)
        and isinstance(size, int)
        and isinstance(step, int)
        and length == ((length - size) // step + 1) * step + max(size - step, 0)
        for length, size, step in zip(lengths, kernel, strides, strict=True)
    )


def _lengths(call: cst.Call, shape: cst.Arg) -> list[object]:
    order = keyword(call, "dim_ordering") or keyword(call, "data_format")
    first = _PLACES.get(str(literal(order.value))) if order is not None else _PLACES["tf"]
    if first is None or not isinstance(shape.value, cst.List | cst.Tuple):
        return []
    return [literal(each.value) for each in shape.value.elements[first : first + 2]]


def _pair(arg: cst.Arg | None) -> list[object]:
    """The two numbers of an argument as far as the source shows them; one counts for both, and 1 where none is."""
    value = arg.value if arg is not None else cst.Integer("1")
    found = [each.value for each in value.elements] if isinstance(value, cst.List | cst.Tuple) else [value, value]
    return [literal(each) for each in found]


def _kernel(call: cst.Call) -> cst.Arg | None:
    places = [each for each in call.args if each.keyword is None]
    return keyword(call, "kernel_size") or next(iter(places[1:2]), None)
