"""Calls with other arguments, in the layout of the call: comments stay, and a long call keeps a line for each."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

_SPACE = cst.SimpleWhitespace(" ")
_NONE = cst.SimpleWhitespace("")


def with_args(call: cst.Call, args: Sequence[cst.Arg]) -> cst.Call:
    """`call` with other arguments; those that it had keep their line, and a comment on a lost one its place."""
    if not args:
        return _emptied(call)
    before, kept = call.whitespace_before_args, list(args)
    places = [_place(kept, old) for old in call.args]
    for index, old in enumerate(call.args):
        if places[index] is None:
            above = next((each for each in places[:index][::-1] if each is not None), None)
            if above is None:
                before = _joined(before, _after(old))
            elif index < len(call.args) - 1:
                kept[above] = _followed(kept[above], _joined(_after(kept[above]), _after(old)))
    last = call.args[-1] if call.args else None
    if last is not None and places[-1] != len(kept) - 1:
        kept = _ended(call, kept, last, is_lost=places[-1] is None)
    for index, arg in enumerate(kept[:-1]):
        if not isinstance(arg.comma, cst.Comma):
            kept[index] = arg.with_changes(comma=cst.Comma(whitespace_after=_SPACE))
    return call.with_changes(args=kept, whitespace_before_args=before)


def _place(kept: Sequence[cst.Arg], old: cst.Arg) -> int | None:
    """Where the argument is now, perhaps under another name or with another value; None if it is lost."""
    for index, arg in enumerate(kept):
        if arg is old or arg.value is old.value:
            return index
    if not isinstance(old.comma, cst.Comma):
        return None
    return next((index for index, arg in enumerate(kept) if arg.comma is old.comma), None)


def _after(arg: cst.Arg) -> cst.BaseParenthesizableWhitespace:
    """What follows an argument: behind its comma, if it has one."""
    return arg.comma.whitespace_after if isinstance(arg.comma, cst.Comma) else arg.whitespace_after_arg


def _followed(arg: cst.Arg, space: cst.BaseParenthesizableWhitespace) -> cst.Arg:
    comma = arg.comma if isinstance(arg.comma, cst.Comma) else cst.Comma()
    return arg.with_changes(comma=comma.with_changes(whitespace_after=space))


def _joined(
    first: cst.BaseParenthesizableWhitespace, second: cst.BaseParenthesizableWhitespace
) -> cst.BaseParenthesizableWhitespace:
    """What stands between two arguments once the one between them is lost."""
    if not isinstance(second, cst.ParenthesizedWhitespace):
        return first
    if not isinstance(first, cst.ParenthesizedWhitespace):
        return second
    comment = second.first_line.comment
    own = [cst.EmptyLine(comment=comment, indent=first.indent, whitespace=first.last_line)] if comment else []
    return first.with_changes(empty_lines=[*first.empty_lines, *own, *second.empty_lines])


def _emptied(call: cst.Call) -> cst.Call:
    space: cst.BaseParenthesizableWhitespace = call.whitespace_before_args
    for old in call.args:
        space = _joined(space, _after(old))
    has_comment = isinstance(space, cst.ParenthesizedWhitespace) and _has_comment(space)
    return call.with_changes(args=(), whitespace_before_args=space if has_comment else _NONE)


def _has_comment(space: cst.ParenthesizedWhitespace) -> bool:
    return space.first_line.comment is not None or any(line.comment for line in space.empty_lines)


def _ended(call: cst.Call, kept: list[cst.Arg], last: cst.Arg, *, is_lost: bool) -> list[cst.Arg]:
    """The arguments where another than the old last one comes last: it gets the comma and line break of that."""
    end, ending = kept[-1], _after(last)
    if is_lost:
        own = _after(end)
        space = _closed(own, ending) if isinstance(own, cst.ParenthesizedWhitespace) else ending
        if isinstance(last.comma, cst.Comma) or (
            isinstance(space, cst.ParenthesizedWhitespace) and _has_comment(space)
        ):
            return [*kept[:-1], _followed(end, space).with_changes(whitespace_after_arg=_NONE)]
        plain = cst.MaybeSentinel.DEFAULT
        return [*kept[:-1], end.with_changes(comma=plain, whitespace_after_arg=space)]
    place = _place(kept, last)
    between = _between(call)
    if isinstance(ending, cst.ParenthesizedWhitespace) and place is not None:
        comment = ending.first_line
        if isinstance(between, cst.ParenthesizedWhitespace):
            between = between.with_changes(first_line=comment)
        kept[place] = _followed(kept[place], between).with_changes(whitespace_after_arg=_NONE)
        ending = ending.with_changes(first_line=cst.TrailingWhitespace(newline=comment.newline))
    elif place is not None:
        kept[place] = _followed(kept[place], between).with_changes(whitespace_after_arg=_NONE)
    if isinstance(last.comma, cst.Comma):
        return [*kept[:-1], _followed(kept[-1], ending)]
    return [*kept[:-1], kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=ending)]


def _between(call: cst.Call) -> cst.BaseParenthesizableWhitespace:
    """What stands before each argument of a call with a line for each, without comments; else a space."""
    places = [call.whitespace_before_args, *(_after(arg) for arg in call.args[:-1])]
    if not all(isinstance(each, cst.ParenthesizedWhitespace) for each in places):
        return _SPACE
    model = places[-1]
    assert isinstance(model, cst.ParenthesizedWhitespace)
    return model.with_changes(first_line=cst.TrailingWhitespace(newline=model.first_line.newline), empty_lines=[])


def _closed(
    own: cst.ParenthesizedWhitespace, ending: cst.BaseParenthesizableWhitespace
) -> cst.BaseParenthesizableWhitespace:
    """What stands before the bracket once the last argument is lost: the comments of both, and the old line break."""
    if not isinstance(ending, cst.ParenthesizedWhitespace):
        return own if _has_comment(own) else ending
    comment = ending.first_line.comment
    lines = [cst.EmptyLine(comment=comment, indent=own.indent, whitespace=own.last_line)] if comment else []
    return ending.with_changes(first_line=own.first_line, empty_lines=[*own.empty_lines, *lines, *ending.empty_lines])
