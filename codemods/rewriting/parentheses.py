"""Parentheses around an expression, where an operator or a dot comes beside it."""

from __future__ import annotations

import libcst as cst


def in_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression that a dot may follow, and an operator on either side."""
    if isinstance(node, cst.Name | cst.Attribute | cst.Call | cst.Subscript) or node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
