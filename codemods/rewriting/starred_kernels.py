"""Sizes of a kernel that a star unpacks: `Convolution2D(8, *size)` of Keras 1."""

from __future__ import annotations

import libcst as cst

from codemods.rewriting.keras_1_arguments import is_no_number
from codemods.source.arguments import with_args
from codemods.source.file import File
from compat.tables.rows import Keras1Layer

_SLICES = ("0", "1:")


def with_plain_kernel(file: File, call: cst.Call, row: Keras1Layer) -> cst.Call | None:
    """The call with the tuple of the sizes in place of the star; None if they may be among what is unpacked.

    It is the call itself if it unpacks no such sizes.
    """
    positional = [arg for arg in call.args if arg.keyword is None and arg.star != "**"]
    stars = [arg for arg in positional if arg.star]
    if not stars or not row.kernel:
        return call
    before = positional.index(stars[0])
    parts = _parts(file, stars[0].value)
    shown = [*(arg.value for arg in positional[:before]), *(parts or ())]
    if any(is_no_number(each) for each in shown[1 : len(row.kernel) + 1]):
        return call
    if parts is None or len(positional) > before + 1 or before > 1:
        return None
    if len(shown) <= len(row.kernel):
        return call
    return _taken_apart(call, stars[0], before) if len(shown) == len(row.kernel) + 1 else None


def _parts(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """What is unpacked, if that is a tuple that the file writes out."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    is_written = isinstance(value, cst.Tuple) or (isinstance(value, cst.List) and value is node)
    if not is_written or not isinstance(value, cst.Tuple | cst.List):
        return None
    plain = [each.value for each in value.elements if isinstance(each, cst.Element)]
    return plain if len(plain) == len(value.elements) else None


def _taken_apart(call: cst.Call, star: cst.Arg, before: int) -> cst.Call:
    whole = star.value
    if before:
        new = [star.with_changes(star="", value=whole, whitespace_after_star=cst.SimpleWhitespace(""))]
    elif isinstance(whole, cst.Tuple | cst.List):
        filters, *sizes = whole.elements
        kernel = cst.Tuple([cst.Element(each.value) for each in sizes])
        new = [cst.Arg(filters.value), cst.Arg(kernel, comma=star.comma)]
    else:
        taken = [cst.parse_expression(f"{cst.Module([]).code_for_node(whole)}[{part}]") for part in _SLICES]
        new = [cst.Arg(taken[0]), cst.Arg(taken[1], comma=star.comma)]
    at = call.args.index(star)
    return with_args(call, [*call.args[:at], *new, *call.args[at + 1 :]])
