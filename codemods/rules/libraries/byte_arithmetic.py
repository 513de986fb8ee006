"""Compute with bytes of images as NumPy 1 did: `int(image[0, 0, 0]) + 100`.

## What it does

`image[y, x, 0] + 100` becomes `int(image[y, x, 0]) + 100`, where the file shows that this is one byte: of an image that
is read, of an array that is made as `uint8`, or of the data sets of Keras. Likewise `labels.max() + 1`. In the
arithmetic of whole arrays, a number that no byte holds is given a type: `image - 300` is `image - np.uint16(300)`, and
`np.where(image > 9, -1, image)` `np.where(image > 9, np.int16(-1), image)`.

## Why

NumPy 1 looked at the number: a byte and a whole number of Python made an `int64`, and an array of bytes and 300 one of
`uint16`. NumPy 2 looks at the types alone: 200 + 100 is 44, with a warning at most, and for 300 it raises
OverflowError, "Python integer 300 out of bounds for uint8".
https://numpy.org/doc/stable/numpy_2_0_migration_guide.html#changes-to-numpy-data-type-promotion

## Numbers

Same: the results are those of NumPy 1.17 (`tests/codemods/rules/libraries/test_byte_arithmetic.py`).

## What it leaves to you

Bytes beside names: of which the file does not show whether they are whole numbers of Python. Arrays of bytes beside
numbers of NumPy, `image * np.int64(2)`, and other small types.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.byte_arrays import is_byte, is_byte_array
from codemods.analysis.arrays.numpy_numbers import as_int
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Severity, Stage, rule

_GROWING = cst.Add | cst.Subtract | cst.Multiply | cst.Power | cst.LeftShift
_OPERATORS = cst.Add | cst.Subtract | cst.Multiply | cst.FloorDivide | cst.Modulo | cst.BitAnd | cst.BitOr
_FUNCTIONS = frozenset(f"numpy.{name}" for name in ("add", "maximum", "minimum", "mod", "multiply", "subtract"))
_CHOOSING, _CONDITION = "numpy.where", 1
_BYTES = range(256)
_DEPTH = 4
_TYPES = {
    "uint16": range(256, 2**16),
    "uint32": range(2**16, 2**32),
    "int16": range(-(2**15), 0),
    "int32": range(-(2**31), -(2**15)),
}


@rule(
    "TFM495",
    stage=Stage.BEHAVIOUR,
    example="""
    import cv2
    import keras

    image = cv2.imread(path)
    brighter = image[0, 0, 0] + 100
    """,
    severity=Severity.NUMBERS,
)
def byte_arithmetic(file: File) -> Iterator[Edit]:
    """Edit each operation of a byte with a number of Python, and of an array of bytes with one that no byte holds."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for operation in file.every(cst.BinaryOperation):
        if choices.leading_to(operation):
            continue
        for one, other in ((operation.left, operation.right), (operation.right, operation.left)):
            if isinstance(operation.operator, _GROWING) and is_byte(file, one) and _is_whole(file, other):
                said = "NumPy 2 keeps a byte a byte beside a number of Python: 200 + 100 is 44"
                yield Edit(operation, said, ((one, as_int(one.with_changes(lpar=[], rpar=[]))),))
            elif isinstance(operation.operator, _OPERATORS) and is_byte_array(file, one) and not is_byte(file, one):
                yield from _typed(file, other)
    for call in file.calls:
        path = file.qualified_name(call.func)
        if (path not in _FUNCTIONS and path != _CHOOSING) or any(arg.star or arg.keyword for arg in call.args):
            continue
        values = [arg.value for arg in call.args[_CONDITION if path == _CHOOSING else 0 :]]
        if any(is_byte_array(file, each) for each in values) and not choices.leading_to(call):
            for each in values:
                yield from _typed(file, each)


def _typed(file: File, node: cst.BaseExpression) -> Iterator[Edit]:
    """Give a number that no byte holds the smallest type that holds it."""
    value = literal(node)
    if not isinstance(value, int) or isinstance(value, bool) or value in _BYTES:
        return
    for kind, numbers in _TYPES.items():
        if value in numbers:
            numpy, imports = bind_module(file, "numpy", "np", node)
            plain = node.with_changes(lpar=[], rpar=[])
            new = cst.Call(cst.parse_expression(f"{numpy}.{kind}"), [cst.Arg(plain)])
            said = f"NumPy 2 has no room for {value} beside an array of bytes: OverflowError"
            yield Edit(node, said, ((node, new),), imports)


def _is_whole(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a whole number of Python: `3`, `len(rows)`, what counts through a `range`, and arithmetic of such."""
    value = literal(node)
    if isinstance(value, int):
        return not isinstance(value, bool)
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "len", "int")
    if isinstance(node, cst.BinaryOperation):
        parts = (node.left, node.right)
        return isinstance(node.operator, _GROWING) and all(_is_whole(file, each, depth) for each in parts)
    if not isinstance(node, cst.Name) or not depth:
        return False
    only = file.only_value(node)
    if only is not None:
        return not isinstance(only, cst.Name) and _is_whole(file, only, depth - 1)
    binding = file.only_binding(node)
    iterable = loop_iterable(file, binding.node) if binding is not None else None
    return isinstance(iterable, cst.Call) and file.is_builtin(iterable.func, "range")
