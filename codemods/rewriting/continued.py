"""An expression with attributes and calls behind it."""

from __future__ import annotations

import libcst as cst


def continued(node: cst.BaseExpression, text: str) -> cst.BaseExpression:
    """`node` with a dot and the text behind it: `frame.squeeze("columns")`; parentheses around it stay outside."""
    shape = cst.parse_expression(f"x.{text}")
    inner = _innermost(shape)
    bare = node if _binds_weakly(node) else node.with_changes(lpar=(), rpar=())
    new = shape.with_deep_changes(inner, value=bare)
    return new if bare is node else new.with_changes(lpar=node.lpar, rpar=node.rpar)


def _binds_weakly(node: cst.BaseExpression) -> bool:
    """True for what is another expression without its parentheses, or has none."""
    return not isinstance(node, cst.Name | cst.Attribute | cst.Call | cst.Subscript)


def _innermost(node: cst.BaseExpression) -> cst.Attribute:
    """The attribute of the name at the beginning."""
    found = node
    while True:
        found = found.func if isinstance(found, cst.Call) else found
        assert isinstance(found, cst.Attribute)
        if isinstance(found.value, cst.Name):
            return found
        found = found.value
