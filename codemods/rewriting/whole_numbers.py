"""Rounding a float up in the source."""

from __future__ import annotations

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Import

ROUNDING = frozenset(f"numpy.{name}" for name in ("ceil", "floor", "round", "round_", "around", "rint", "trunc", "fix"))
"""Functions of NumPy that return whole floats."""


def whole(file: File, node: cst.BaseExpression) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """A float rounded up, and the imports for it."""
    if isinstance(node, cst.Call) and file.qualified_name(node.func) in ROUNDING:
        return cst.parse_expression(f"int({file.code(node)})"), ()
    return _ceiling(file, node, node)


def whole_quotient(
    file: File, number: cst.BaseExpression, divisor: cst.BaseExpression
) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """A number of the source over another one, rounded up, and the imports for it."""
    return _ceiling(file, cst.BinaryOperation(_enclosed(number), cst.Divide(), divisor), number)


def floored_quotient(number: cst.BaseExpression, divisor: cst.BaseExpression) -> cst.BaseExpression:
    """A number of the source over another one, without the remainder."""
    return cst.BinaryOperation(_enclosed(number), cst.FloorDivide(), divisor)


def _enclosed(number: cst.BaseExpression) -> cst.BaseExpression:
    """A number as it can stand before a sign."""
    is_simple = isinstance(number, cst.Name | cst.Attribute | cst.Call | cst.Subscript | cst.Integer) or number.lpar
    return number if is_simple else number.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _ceiling(file: File, node: cst.BaseExpression, at: cst.CSTNode) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    math, imports = bind_module(file, "math", "math", at)
    return cst.parse_expression(f"{math}.ceil({file.code(node)})"), imports
