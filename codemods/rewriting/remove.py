"""Removes a statement and keeps its comments in place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile

import libcst as cst

from codemods.source.file import File, body_of
from codemods.types import Replacement

_CPU = re.compile(r"\bcpus?\b", re.IGNORECASE)


def comments_of(statement: cst.BaseStatement) -> list[cst.EmptyLine]:
    """The comments above a statement, with the blank lines between them, and that at the end of its line."""
    lines = list(dropwhile(lambda line: not line.comment, getattr(statement, "leading_lines", ())))
    while lines and not lines[-1].comment:
        lines.pop()
    if isinstance(statement, cst.SimpleStatementLine) and statement.trailing_whitespace.comment:
        lines.append(cst.EmptyLine(comment=statement.trailing_whitespace.comment))
    return lines


def comments_of_device_scope(statement: cst.With) -> list[cst.EmptyLine]:
    """The lines above a device scope that is dissolved, without comments on the device, which are no longer true."""
    blank, rest = split_blank(statement)
    return [*blank, *(line for line in comments_of(rest) if not (line.comment and _CPU.search(line.comment.value)))]


def split_blank(statement: cst.BaseStatement) -> tuple[list[cst.EmptyLine], cst.BaseStatement]:
    """The blank lines above a statement, and the statement without them."""
    lines = list(getattr(statement, "leading_lines", ()))
    blank: list[cst.EmptyLine] = []
    while lines and not lines[0].comment:
        blank.append(lines.pop(0))
    return blank, statement.with_changes(leading_lines=lines)


def remove(file: File, statement: cst.BaseStatement) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Remove a statement; its comments move to the next statement, or to the end of the block."""
    block = file.block(statement)
    comments = comments_of(statement)
    plain = ((statement, cst.RemoveFromParent()),)
    if block is None or not comments:
        return plain
    body = body_of(block)
    after = body.index(statement) + 1
    if after < len(body):
        following = body[after]
        kept = [*_blank(statement), *comments, *getattr(following, "leading_lines", ())]
        return (*plain, (following, following.with_changes(leading_lines=kept)))
    rest = block.with_changes(body=body[:-1], footer=[*comments, *block.footer])
    return ((block, rest),)


def _blank(statement: cst.BaseStatement) -> Sequence[cst.EmptyLine]:
    """The blank lines above the comments of a statement."""
    lines = list(getattr(statement, "leading_lines", ()))
    first = next((index for index, line in enumerate(lines) if line.comment), 0)
    return lines[:first]
