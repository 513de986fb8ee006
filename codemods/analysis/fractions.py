"""Numbers of steps that are floats: Keras 2 went on while fewer steps were done, which rounds up; Keras 3 refuses."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.self_attributes import assigned_to_self, is_self
from codemods.source.arguments import literal
from codemods.source.file import File

_FLOATS = frozenset(
    f"numpy.{name}"
    for name in (
        *("ceil", "floor", "round", "round_", "around", "rint", "trunc", "fix"),
        *("divide", "true_divide", "float32", "float64", "sqrt", "mean"),
    )
)
_SAME_KIND = ("max", "min", "abs", "sum")
_DEPTH = 8


def is_fraction(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if a value is a float, or may be one."""
    if not depth:
        return False
    if isinstance(node, cst.Name):
        return any(is_fraction(file, value, depth - 1) for value in file.definitions(node) or ())
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        values = assigned_to_self(file, owner, node.attr.value) if owner is not None else None
        return any(is_fraction(file, value, depth - 1) for value in values or ())
    if isinstance(node, cst.BinaryOperation):
        parts = (node.left, node.right)
        return isinstance(node.operator, cst.Divide) or any(is_fraction(file, each, depth - 1) for each in parts)
    if isinstance(node, cst.IfExp):
        return any(is_fraction(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.UnaryOperation):
        return is_fraction(file, node.expression, depth - 1)
    return _is_float_call(file, node, depth) if isinstance(node, cst.Call) else isinstance(literal(node), float)


def _is_float_call(file: File, call: cst.Call, depth: int) -> bool:
    if file.is_builtin(call.func, *_SAME_KIND):
        return any(is_fraction(file, arg.value, depth - 1) for arg in call.args)
    return file.is_builtin(call.func, "float") or file.qualified_name(call.func) in _FLOATS
