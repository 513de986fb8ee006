"""Arguments of calls, bound to the parameters of a legacy signature."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst


def bind(call: cst.Call, *parameters: str) -> dict[str, cst.Arg] | None:
    """Each argument under its parameter's name; None if there are unpacked, surplus or repeated arguments."""
    bound: dict[str, cst.Arg] = {}
    for index, arg in enumerate(call.args):
        if arg.star:
            return None
        name = arg.keyword.value if arg.keyword else parameters[index] if index < len(parameters) else None
        if name is None or name in bound:
            return None
        bound[name] = arg
    return bound


def keyword(call: cst.Call, name: str) -> cst.Arg | None:
    return next((arg for arg in call.args if arg.keyword and arg.keyword.value == name), None)


def named(arg: cst.Arg, name: str) -> cst.Arg:
    """`arg` passed as the keyword `name`, with its comma and layout."""
    if arg.keyword is not None:
        return arg.with_changes(keyword=arg.keyword.with_changes(value=name))
    plain = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    return arg.with_changes(keyword=cst.Name(name), equal=plain)


def with_args(call: cst.Call, args: Sequence[cst.Arg]) -> cst.Call:
    """`call` with other arguments; the last one gets the comma and the line break of the call's old last argument."""
    kept = list(args)
    if kept and call.args and kept[-1] is not call.args[-1]:
        kept[-1] = _as_last(kept[-1], call.args[-1])
    for index, arg in enumerate(kept[:-1]):
        if not isinstance(arg.comma, cst.Comma):
            kept[index] = arg.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
    if not kept:
        return call.with_changes(args=(), whitespace_before_args=cst.SimpleWhitespace(""))
    return call.with_changes(args=kept)


def _as_last(arg: cst.Arg, last: cst.Arg) -> cst.Arg:
    """`arg` with the comma and the line break of `last`, but with its own comment."""
    comma = arg.comma
    space = comma.whitespace_after if isinstance(comma, cst.Comma) else None
    if not isinstance(comma, cst.Comma) or not isinstance(space, cst.ParenthesizedWhitespace) or not _comments(space):
        return arg.with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    end = last.comma.whitespace_after if isinstance(last.comma, cst.Comma) else last.whitespace_after_arg
    if isinstance(end, cst.ParenthesizedWhitespace):
        space = space.with_changes(indent=end.indent, last_line=end.last_line)
    return arg.with_changes(comma=comma.with_changes(whitespace_after=space))


def _comments(space: cst.ParenthesizedWhitespace) -> bool:
    return space.first_line.comment is not None or any(line.comment for line in space.empty_lines)


def literal(node: cst.BaseExpression) -> object:
    """The value of a number, string, boolean or None; `...` for anything else."""
    if isinstance(node, cst.SimpleString | cst.ConcatenatedString | cst.Integer | cst.Float):
        return node.evaluated_value
    if isinstance(node, cst.Name) and node.value in ("None", "True", "False"):
        return {"None": None, "True": True, "False": False}[node.value]
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        value = literal(node.expression)
        return -value if isinstance(value, int | float) else ...
    return ...
