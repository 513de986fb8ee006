"""Numbers that are floats, or may be: numbers of steps, sizes of layers, rows of plots. Each has to be whole today."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import own_function, return_values
from codemods.analysis.objects.class_sources import sources
from codemods.analysis.objects.member_values import member_values
from codemods.rewriting.whole_numbers import ROUNDING
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes

_FLOATS = ROUNDING | {"math.sqrt"}
_FLOATS |= {f"numpy.{name}" for name in ("divide", "true_divide", "float32", "float64", "sqrt", "mean")}
_SAME_KIND = ("max", "min", "abs", "sum")
_DEPTH = 8


def is_fraction(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if a value is a float, or may be one."""
    if not depth:
        return False
    if isinstance(node, cst.Name):
        return any(is_fraction(file, value, depth - 1) for value in sources(file, node) or ())
    if isinstance(node, cst.Attribute):
        return any(is_fraction(file, value, depth - 1) for value in member_values(file, node))
    if isinstance(node, cst.BinaryOperation):
        parts = (node.left, node.right)
        return isinstance(node.operator, cst.Divide) or any(is_fraction(file, each, depth - 1) for each in parts)
    if isinstance(node, cst.IfExp):
        return any(is_fraction(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.UnaryOperation):
        return is_fraction(file, node.expression, depth - 1)
    return _is_float_call(file, node, depth) if isinstance(node, cst.Call) else isinstance(literal(node), float)


def quotients(file: File, node: cst.BaseExpression) -> list[cst.BinaryOperation]:
    """Each `/` that a value is computed with, but for those that a call rounds."""
    values = _values(file, node)
    shown = [each for value in values for each in nodes(value, cst.BinaryOperation)]
    return [each for each in shown if isinstance(each.operator, cst.Divide) and not _is_rounded(file, each)]


def _values(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> list[cst.BaseExpression]:
    """A value, what its names and attributes stand for, and what its functions return."""
    if not depth:
        return []
    found = [node]
    for name in nodes(node, cst.Name, cst.Attribute):
        below: list[cst.BaseExpression] = []
        if isinstance(name, cst.Name):
            below = sources(file, name) or []
        elif isinstance(name, cst.Attribute):
            below = member_values(file, name)
        above = file.parent(name)
        if isinstance(above, cst.Call) and above.func is name and (function := own_function(file, name)) is not None:
            below = return_values(file, function)
        for each in below:
            found += _values(file, each, depth - 1)
    return found


def _is_rounded(file: File, node: cst.BinaryOperation) -> bool:
    """True in `numpy.ceil(n / 32)`, which says what is meant."""
    calls = (each for each in file.ancestors(node) if isinstance(each, cst.Call))
    return any(file.qualified_name(each.func) in (*ROUNDING, "math.ceil", "math.floor") for each in calls)


def _is_float_call(file: File, call: cst.Call, depth: int) -> bool:
    if file.is_builtin(call.func, *_SAME_KIND):
        return any(is_fraction(file, arg.value, depth - 1) for arg in call.args)
    function = own_function(file, call.func)
    if function is not None:
        return any(is_fraction(file, each, depth - 1) for each in return_values(file, function))
    return file.is_builtin(call.func, "float") or file.qualified_name(call.func) in _FLOATS
