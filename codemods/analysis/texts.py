"""The texts that a file spells out, read through names, concatenations and formats."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File


def last_text(file: File, node: cst.BaseExpression, depth: int = 4) -> cst.SimpleString | None:
    """The string literal that a text ends with, found through concatenations, formats, path joins and names."""
    if isinstance(node, cst.SimpleString):
        return node
    if depth == 0:
        return None
    if isinstance(node, cst.BinaryOperation):
        side = node.left if isinstance(node.operator, cst.Modulo) else node.right
        return last_text(file, side, depth - 1)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if node.func.attr.value == "format":
            return last_text(file, node.func.value, depth - 1)
        if node.func.attr.value == "join" and node.args and not node.args[-1].star:
            return last_text(file, node.args[-1].value, depth - 1)
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        if value is not None:
            return last_text(file, value, depth - 1)
    return None


def ending(file: File, node: cst.BaseExpression) -> str | None:
    """The end of a text, as far as the file spells it out; None if it does not, or if a value is filled in there."""
    if isinstance(node, cst.FormattedString) and node.parts and isinstance(node.parts[-1], cst.FormattedStringText):
        return node.parts[-1].value
    found = last_text(file, node)
    value = found.evaluated_value if found is not None else None
    return value if isinstance(value, str) and not value.endswith(("}", "%s", "%d")) else None
