"""Indentation that Python takes and libcst does not: evened out for the work, and put back into the result.

libcst wants each block to begin with the very characters of the block around it, and loses lines at the end of a file
that are empty or indented.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from codemods.engine.line_map import LineMap
from codemods.source.parsing import check_syntax, parse, unparsed_tail
from codemods.types import Change, Failure, Finding, Result

_TAB = 8
"""The width of a tab to Python."""
_START = re.compile(rb"[ \t]*")
_ODD = re.compile(rb"(?<![^\r\n])(?: +\t|\t+ )|[\r\n][ \t]*[\r\n][ \t]+(?:\Z|[#\r\n])|[\r\n][ \t]+#")
"""What a file that libcst cannot take has somewhere."""
_LONE_RETURN = re.compile(rb"\r(?!\n)")
"""An end of a line to Python, and none to `tokenize`."""


def around_indentation(source: bytes, work: Callable[[bytes], Result]) -> Result:
    """Do the work on a source; if that cannot be parsed, do it on the same with even indentation."""
    result = work(source)
    even = _even(source) if isinstance(result, Failure) else source
    if even is source:
        return result
    other = work(even)
    if isinstance(other, Failure):
        return result
    after = _put_back(source, even, other.after) if other.changed else source
    if after is None:
        return result
    before_columns, after_columns = _Columns(source, even), _Columns(after, other.after)
    return other._replace(
        before=source,
        after=after,
        changes=tuple(before_columns.change_back(each) for each in other.changes),
        findings=tuple(after_columns.finding_back(each) for each in other.findings),
        notes=tuple(after_columns.finding_back(each) for each in other.notes),
    )


def evenly_indented(source: bytes) -> bytes:
    """The source, with even indentation if libcst cannot take it without."""
    if _ODD.search(source) is None:
        return source
    module = parse(source)
    is_taken = not isinstance(module, Failure) and unparsed_tail(source, module) is not None
    return source if is_taken else _even(source)


def _even(source: bytes) -> bytes:
    """The source with spaces for the tabs in front of statements and comments, and with nothing in front of the end."""
    if _ODD.search(source) is None:
        return source
    tree = check_syntax(source)
    kinds = None if isinstance(tree, Failure) else _kinds(source)
    if isinstance(tree, Failure) or kinds is None:
        return source
    lines = source.splitlines(keepends=True)
    end = max(kinds.inside, default=0)
    for place, line in enumerate(lines, 1):
        if place > end and line.strip(b" \t"):
            lines[place - 1] = line.lstrip(b" \t")
        elif place in kinds.first or (place not in kinds.inside and line.strip()):
            lines[place - 1] = _spaces(line) + line.lstrip(b" \t")
    even = b"".join(lines)
    return even if even != source and _is_same(tree, even) else source


class _Kinds(NamedTuple):
    """The lines that begin a statement, and all lines of statements."""

    first: frozenset[int]
    inside: frozenset[int]


def _kinds(source: bytes) -> _Kinds | None:
    """None if `tokenize` does not read it."""
    first: set[int] = set()
    inside: set[int] = set()
    begin = 0
    try:
        for token in tokenize.tokenize(io.BytesIO(_LONE_RETURN.sub(b"\n", source)).readline):
            if token.type == tokenize.NEWLINE and begin:
                inside.update(range(begin, token.start[0] + 1))
                begin = 0
            elif not begin and token.type not in _BETWEEN:
                begin = token.start[0]
                first.add(begin)
    except (tokenize.TokenError, SyntaxError):
        return None
    return _Kinds(frozenset(first), frozenset(inside))


_BETWEEN = frozenset(
    {
        tokenize.ENCODING,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.NEWLINE,
        tokenize.NL,
        tokenize.COMMENT,
        tokenize.ENDMARKER,
    }
)


def _spaces(line: bytes) -> bytes:
    return b" " * len(_start(line).expandtabs(_TAB))


def _start(line: bytes) -> bytes:
    found = _START.match(line)
    return found[0] if found else b""


def _is_same(tree: ast.Module, other: bytes) -> bool:
    parsed = check_syntax(other)
    return not isinstance(parsed, Failure) and ast.dump(parsed) == ast.dump(tree)


def _put_back(source: bytes, even: bytes, after: bytes) -> bytes | None:
    """The result with the indentation of the source; None if that does not mean the same."""
    tree = check_syntax(after)
    kinds = _kinds(after)
    if isinstance(tree, Failure) or kinds is None:
        return None
    was = _Was(source.splitlines(keepends=True), even.splitlines(keepends=True))
    restored = b"".join(_restored(after.splitlines(keepends=True), kinds, was, LineMap(even, after).back))
    return restored if _is_same(tree, restored) else None


class _Was(NamedTuple):
    """The lines of a source, and the same with even indentation."""

    lines: Sequence[bytes]
    even: Sequence[bytes]

    def start(self, number: int, line: bytes) -> bytes | None:
        """What stood in front of a line of the source; None if a line that became of it is not as deep as it was."""
        if not 0 < number <= len(self.lines) or _start(self.even[number - 1]) != _start(line):
            return None
        return _start(self.lines[number - 1])

    def is_same(self, number: int, line: bytes) -> bool:
        return 0 < number <= len(self.lines) and self.even[number - 1] == line


def _restored(lines: list[bytes], kinds: _Kinds, was: _Was, back: Callable[[int], int]) -> Iterator[bytes]:
    """The lines with what stood in front of them; a new one is as deep as the block that it is in."""
    blocks = [(b"", b"")]
    taken: set[int] = set()
    for place, line in enumerate(lines, 1):
        number, start = back(place), _start(line)
        if place in kinds.first:
            while len(blocks) > 1 and len(blocks[-1][0]) > len(start):
                blocks.pop()
            outer, outer_before = blocks[-1]
            found = was.start(number, line)
            before = found if found is not None else outer_before + start[len(outer) :]
            if start != outer:
                blocks.append((start, before))
            yield before + line[len(start) :]
        elif place not in kinds.inside and was.is_same(number, line) and number not in taken:
            taken.add(number)
            yield was.lines[number - 1]
        else:
            yield line


class _Columns:
    """Maps columns in an evenly indented text to those in the same text as it was; the lines are the same."""

    def __init__(self, text: bytes, even: bytes) -> None:
        self._starts = [
            (len(_start(line)), len(_start(other)))
            for line, other in zip(text.splitlines(), even.splitlines(), strict=True)
        ]

    def change_back(self, change: Change) -> Change:
        return change._replace(column=self._back(change.line, change.column))

    def finding_back(self, finding: Finding) -> Finding:
        return finding._replace(column=self._back(finding.line, finding.column))

    def _back(self, line: int, column: int) -> int:
        if not 0 < line <= len(self._starts):
            return column
        length, even = self._starts[line - 1]
        return column + length - even if column > even else column
