"""Whether `add_weight` is given the shape before the name, as in Keras 1, which Keras 2 took as well."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.flow.texts import last_text
from codemods.source.file import File, name_of
from compat.tables.keywords.positions import SHAPE_FIRST


def is_shape_first(file: File, call: cst.Call) -> bool:
    """True for `add_weight(shape, name)`: one of the two shows what it is, and the other nothing else."""
    positional = [arg.value for arg in call.args if arg.keyword is None]
    if len(positional) != len(SHAPE_FIRST) or any(arg.star for arg in call.args[: len(SHAPE_FIRST)]):
        return False
    first, second = positional
    if _is_text(file, first) or _is_shape(file, second):
        return False
    return _is_shape(file, first) or _is_text(file, second)


def _is_text(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.FormattedString) or last_text(file, node) is not None


def _is_shape(file: File, node: cst.BaseExpression) -> bool:
    """True for a tuple or a list, for a sum of them, and for what is called a shape."""
    value = only_value_of(file, node) or node
    if isinstance(value, cst.BinaryOperation):
        return isinstance(value.operator, cst.Add) and (_is_shape(file, value.left) or _is_shape(file, value.right))
    if isinstance(value, cst.Call):
        return file.is_builtin(value.func, "tuple", "list")
    if isinstance(value, cst.Subscript):
        return isinstance(value.slice[0].slice, cst.Slice) and _is_shape(file, value.value)
    return isinstance(value, cst.Tuple | cst.List) or (name_of(value) or "").endswith("shape")
