"""The texts that a file spells out, read through names, concatenations and formats."""

from __future__ import annotations

import re

import libcst as cst

from codemods.source.file import File

_FILLED_IN = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[sdifr]|\{[^{}]*\}")
_ANY = r"\w+"


def text_pattern(node: cst.BaseExpression) -> str | None:
    """A regular expression for a text that begins with a literal and is put together: `"head_%d" % i`, `"head" + n`."""
    if isinstance(node, cst.FormattedString):
        parts = [re.escape(each.value) if isinstance(each, cst.FormattedStringText) else _ANY for each in node.parts]
        return "".join(parts) if len(parts) > 1 and parts[0] != _ANY else None
    is_added = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add)
    template: cst.BaseExpression | None = None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add | cst.Modulo):
        template = node.left
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
        template = node.func.value
    text = template.evaluated_value if isinstance(template, cst.SimpleString) else None
    if not isinstance(text, str) or not text or _FILLED_IN.match(text) is not None:
        return None
    parts = [re.escape(each) for each in (_FILLED_IN.split(text) if not is_added else [text, ""])]
    return _ANY.join(parts) if len(parts) > 1 else None


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
