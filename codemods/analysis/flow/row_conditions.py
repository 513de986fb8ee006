"""Conditions with a value for each row of a frame, by their form."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File

_CONDITIONS = frozenset({"between", "duplicated", "isin", "isna", "isnull", "notna", "notnull"})
_TEXT_CONDITIONS = frozenset({"contains", "endswith", "match", "startswith"})


def is_mask(file: File, node: cst.BaseExpression) -> bool:
    """True for a condition of frames or series: `a == 1`, `~a.isnull()`, `(a > 1) & (b < 2)`."""
    if isinstance(node, cst.Comparison):
        return len(node.comparisons) == 1 and not isinstance(node.comparisons[0].operator, cst.In | cst.NotIn)
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.BitInvert) and is_mask(file, node.expression)
    if isinstance(node, cst.BinaryOperation):
        is_logical = isinstance(node.operator, cst.BitAnd | cst.BitOr | cst.BitXor)
        return is_logical and is_mask(file, node.left) and is_mask(file, node.right)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        name = node.func.attr.value
        return name in _CONDITIONS or (name in _TEXT_CONDITIONS and _are_texts(node.func.value))
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return value is not None and not isinstance(value, cst.Name) and is_mask(file, value)
    return False


def _are_texts(node: cst.BaseExpression) -> bool:
    """True for `series.str`."""
    return isinstance(node, cst.Attribute) and node.attr.value == "str"
