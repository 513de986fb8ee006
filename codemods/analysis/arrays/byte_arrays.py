"""Arrays of bytes, `uint8`, and single bytes of them, as far as the file shows."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.arrays.wide_arrays import is_of_bytes
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.elements import loop_iterable
from codemods.source.arguments import argument, literal
from codemods.source.file import File

_RANKS = {"mnist": (3, 1), "fashion_mnist": (3, 1), "cifar10": (4, 2), "cifar100": (4, 2)}
"""Data sets of Keras, with the dimensions of their images and labels, which are bytes."""
_LOADERS = {f"keras.datasets.{name}.load_data": ranks for name, ranks in _RANKS.items()}
_BYTE = "uint8"
_ROWS, _LABELS = 2, 1
_FLOATS = "matplotlib."
"""It reads images as floats."""
_OPENED = "PIL.Image.open"
_ALIKE = frozenset({"convert", "copy", "crop", "resize", "rotate", "transpose"})
"""Methods of an image that give one."""
_WIDE = ("1", "F", "I")
"""Modes of images whose numbers are no bytes."""
_COLOURS = 3
"""The dimensions of an image that certainly has three numbers for a place."""
_EXTREMES = frozenset({"max", "min"})
_OF_NUMPY = frozenset(f"numpy.{name}" for name in ("amax", "amin", "max", "min"))
_DEPTH = 4


def is_byte_array(file: File, node: cst.BaseExpression) -> bool:
    """True for an array of bytes, and for a part of one, which may be a single byte."""
    while isinstance(node, cst.Subscript):
        node = node.value
    if _ranks_of_data(file, node) is not None:
        return True
    value = value_of(file, node)
    path = file.qualified_name(value.func) if isinstance(value, cst.Call) else None
    if path in ARRAYS and isinstance(value, cst.Call) and len(value.args) == 1:
        return _is_picture(file, value.args[0].value)
    if path in ARRAYS and isinstance(value, cst.Call) and (typed := argument(value, "dtype", 1)) is not None:
        return literal(typed.value) == _BYTE or file.qualified_name(typed.value) == f"numpy.{_BYTE}"
    return not (path or "").startswith(_FLOATS) and is_of_bytes(file, value or node)


def _is_picture(file: File, node: cst.BaseExpression) -> bool:
    """True for `Image.open(path)`, and for what it is converted to, or resized."""
    for _ in range(_DEPTH):
        value = value_of(file, node)
        if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute):
            return False
        if (path := file.qualified_name(value.func)) is not None:
            return path == _OPENED
        if value.func.attr.value not in _ALIKE or any(literal(arg.value) in _WIDE for arg in value.args):
            return False
        node = value.func.value
    return False


def is_byte(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for one byte of an array: `image[y, x, 0]`, `labels[3]`, `image.max()`."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return _is_extreme(file, node)
    if isinstance(node, cst.Subscript):
        return _is_single(file, node)
    value = value_of(file, node)
    if value is not None:
        return value is not node and is_byte(file, value, depth - 1)
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    iterable = loop_iterable(file, binding.node) if binding is not None else None
    return iterable is not None and _rank(file, iterable) == 1 and is_byte_array(file, iterable)


def _is_extreme(file: File, call: cst.Call) -> bool:
    if file.qualified_name(call.func) in _OF_NUMPY:
        return len(call.args) == 1 and not call.args[0].star and is_byte_array(file, call.args[0].value)
    is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value in _EXTREMES and not call.args
    return is_method and isinstance(call.func, cst.Attribute) and is_byte_array(file, call.func.value)


def _is_single(file: File, node: cst.Subscript) -> bool:
    """True if as many numbers stand between the brackets as the array has dimensions."""
    count = 0
    array: cst.BaseExpression = node
    while isinstance(array, cst.Subscript):
        places = [each.slice for each in array.slice]
        if not all(isinstance(each, cst.Index) and _is_place(file, each.value) for each in places):
            return False
        count, array = count + len(places), array.value
    return is_byte_array(file, array) and count == (_rank(file, array) or _COLOURS)


def _rank(file: File, node: cst.BaseExpression) -> int | None:
    ranks = _ranks_of_data(file, node)
    return ranks if ranks is not None else rank_of(file, node)


def _is_place(file: File, node: cst.BaseExpression) -> bool:
    """True for a whole number, and for what counts through a `range`."""
    if isinstance(literal(node), int):
        return True
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    iterable = loop_iterable(file, binding.node) if binding is not None else None
    return isinstance(iterable, cst.Call) and file.is_builtin(iterable.func, "range")


def _ranks_of_data(file: File, node: cst.BaseExpression) -> int | None:
    """The dimensions of `x` or `y` in `(x, y), _ = mnist.load_data()`; the labels for testing may be wider."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    found = unpacked(file, binding.node) if binding is not None else None
    if found is None or not isinstance(found.whole, cst.Call) or len(found.path) != _ROWS:
        return None
    path = file.symbol(found.whole.func) or file.qualified_name(found.whole.func) or ""
    ranks = _LOADERS.get(path.replace("tensorflow.keras", "keras"))
    is_wider = found.path == (1, _LABELS) and ranks is not None and ranks[_LABELS] > 1
    return ranks[found.path[-1]] if ranks is not None and not is_wider else None
