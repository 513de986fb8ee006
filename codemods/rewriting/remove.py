"""Removes a statement and keeps its comments in place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile

import libcst as cst

from codemods.rewriting.replace import replace
from codemods.source.file import File, body_of
from codemods.types import Replacement

_DEVICE = re.compile(r"\bcpus?\b|\bhosted on\b", re.IGNORECASE)
_SENTENCE_ENDS = (".", ":", "!", "?")


def comments_of(statement: cst.BaseStatement) -> list[cst.EmptyLine]:
    """The comments above a statement, with the blank lines between them; those of a line in it and at its end, too."""
    lines = list(dropwhile(lambda line: not line.comment, getattr(statement, "leading_lines", ())))
    while lines and not lines[-1].comment:
        lines.pop()
    return [*lines, *(comments_in(statement) if isinstance(statement, cst.SimpleStatementLine) else ())]


def comments_in(node: cst.CSTNode, kept: Iterable[cst.CSTNode] = ()) -> list[cst.EmptyLine]:
    """The comments of a node, but for those above it and those in the parts that are kept."""
    apart = {*getattr(node, "leading_lines", ()), *kept}
    found: list[cst.EmptyLine] = []
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, cst.Comment):
            found.append(cst.EmptyLine(comment=each))
        pending += [child for child in each.children[::-1] if child not in apart]
    return found


def comments_of_device_scope(statement: cst.BaseStatement) -> list[cst.EmptyLine]:
    """The lines above a device scope that is dissolved, or above a statement around it, and what its own line says.

    Sentences on the device, which are no longer true, are left out.
    """
    blank, rest = split_blank(statement)
    own = comments_in(statement, _below(statement)) if isinstance(statement, cst.With) else []
    return [*blank, *without_device(comments_of(rest)), *without_device(own)]


def comments_below(scope: cst.With) -> list[cst.EmptyLine]:
    """The comments at the end of a block, but for those on the device."""
    return without_device(line for line in getattr(scope.body, "footer", ()) if line.comment)


def without_device(lines: Iterable[cst.EmptyLine]) -> list[cst.EmptyLine]:
    kept = [each for each in _sentences(lines) if not any(map(_is_on_device, each))]
    return [line for sentence in kept for line in sentence]


def _below(scope: cst.With) -> Sequence[cst.CSTNode]:
    """The lines of a block, and what is written below them."""
    return [*scope.body.body, *getattr(scope.body, "footer", ())]


def _sentences(lines: Iterable[cst.EmptyLine]) -> list[list[cst.EmptyLine]]:
    """Group comment lines: one that begins in lower case goes on where the line before has no end."""
    found: list[list[cst.EmptyLine]] = []
    for line in lines:
        before, words = _words(found[-1][-1]) if found else "", _words(line)
        if before and words[:1].islower() and not before.endswith(_SENTENCE_ENDS):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _words(line: cst.EmptyLine) -> str:
    return line.comment.value.lstrip("#").strip() if line.comment else ""


def _is_on_device(line: cst.EmptyLine) -> bool:
    return _DEVICE.search(_words(line)) is not None


def split_blank(statement: cst.BaseStatement) -> tuple[list[cst.EmptyLine], cst.BaseStatement]:
    """The blank lines above a statement, and the statement without them."""
    lines = list(getattr(statement, "leading_lines", ()))
    blank: list[cst.EmptyLine] = []
    while lines and not lines[0].comment:
        blank.append(lines.pop(0))
    return blank, statement.with_changes(leading_lines=lines)


def remove(file: File, *statements: cst.BaseStatement) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Remove statements, in source order; their comments move to the next statement, or to the end of the block."""
    last = statements[-1]
    block = file.block(last)
    comments = [comment for each in statements for comment in comments_of(each)]
    if block is None or not comments:
        return tuple((each, cst.RemoveFromParent()) for each in statements)
    body = body_of(block)
    after = body.index(last) + 1
    if after < len(body):
        following = body[after]
        kept = [*_blank(statements[0]), *comments, *getattr(following, "leading_lines", ())]
        gone = ((each, cst.RemoveFromParent()) for each in statements)
        return (*gone, (following, following.with_changes(leading_lines=kept)))
    rest = block.with_changes(body=[each for each in body if each not in statements], footer=[*comments, *block.footer])
    elsewhere = ((each, cst.RemoveFromParent()) for each in statements if file.block(each) is not block)
    return (*elsewhere, (block, rest))


def remove_beside(
    file: File, statements: Iterable[cst.BaseStatement], others: Sequence[tuple[cst.CSTNode, Replacement]]
) -> list[tuple[cst.CSTNode, Replacement]]:
    """All of the replacements where names in other statements are replaced, too."""
    found = [*others]
    removed = [each for statement in statements for each in remove(file, statement)]
    for node, left in sorted(removed, key=lambda each: -len([*file.ancestors(each[0])])):
        inside = [each for each in found if node in file.ancestors(each[0])] if isinstance(left, cst.CSTNode) else []
        new = replace(left, inside) if isinstance(left, cst.CSTNode) else left
        found = [each for each in found if each not in inside]
        if all(node is not each for each, _ in found):
            found.append((node, new))
    return found


def _blank(statement: cst.BaseStatement) -> Sequence[cst.EmptyLine]:
    """The blank lines above the comments of a statement."""
    lines = list(getattr(statement, "leading_lines", ()))
    first = next((index for index, line in enumerate(lines) if line.comment), 0)
    return lines[:first]
