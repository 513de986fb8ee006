"""An expression with attributes and calls behind it."""

from __future__ import annotations

import libcst as cst


def continued(node: cst.BaseExpression, text: str) -> cst.BaseExpression:
    """`node` with a dot and the text behind it: `frame.squeeze("columns")`."""
    shape = cst.parse_expression(f"x.{text}")
    return shape.with_deep_changes(_innermost(shape), value=node)


def _innermost(node: cst.BaseExpression) -> cst.Attribute:
    """The attribute of the name at the beginning."""
    found = node
    while True:
        found = found.func if isinstance(found, cst.Call) else found
        assert isinstance(found, cst.Attribute)
        if isinstance(found.value, cst.Name):
            return found
        found = found.value
