"""Environment variables that a script sets for itself: `os.environ["KERAS_BACKEND"] = "jax"`."""

from __future__ import annotations

import libcst as cst

from codemods.source.walk import nodes


def set_text(statement: cst.BaseSmallStatement, variable: str) -> str | None:
    """The text that a statement sets a variable to: by its item, by `setdefault`, or by `update`."""
    if isinstance(statement, cst.Assign):
        place = statement.targets[0].target
        named = isinstance(place, cst.Subscript) and _names(place, variable)
        return _text(statement.value) if named else None
    call = statement.value if isinstance(statement, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return None
    if call.func.attr.value == "setdefault" and len(call.args) > 1:
        return _text(call.args[1].value) if _names(call.args[0], variable) else None
    given = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value == variable]
    return _text(given[0].value) if call.func.attr.value == "update" and given else None


def _names(node: cst.CSTNode, variable: str) -> bool:
    return any(
        text.raw_value == variable for text in nodes(node, cst.SimpleString) if isinstance(text, cst.SimpleString)
    )


def _text(node: cst.BaseExpression) -> str | None:
    return node.raw_value if isinstance(node, cst.SimpleString) else None
