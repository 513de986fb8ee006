"""Long lists, sets and dictionaries of plain numbers and texts are data: set aside, and put back into the result.

libcst makes some thousand bytes of each element in every pass, and nothing that a rule looks for is in them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from codemods.source.canonical_names import FAMILIES
from codemods.source.parsing import check_syntax
from codemods.types import Failure, Finding, Result

MANY = 10_000
"""The size of data, in nodes: far above that of what people write by hand."""
_TELLING = re.compile("|".join((*FAMILIES, "tf-forward")).encode())
_UNUSUAL = re.compile(rb"\r(?!\n)|\A\xef\xbb\xbf")
"""What makes `ast` count otherwise than by newlines and bytes."""
_Display = ast.List | ast.Set | ast.Dict


def around_large_data(source: bytes, work: Callable[[bytes], Result]) -> Result:
    """Do the work on a source without its data, and put them back into the result."""
    small, data = _taken(source)
    result = work(small)
    if not data:
        return result
    before = _Places(small, data)
    if isinstance(result, Failure):
        line, column = before.back(result.line, result.column)
        return result._replace(line=line, column=column)
    if any(result.after.count(mark) != 1 for mark in data):
        return Failure("a long list of data could not be put back", "move it to a module of its own")
    after = _Places(result.after, data)
    changes = ((each, before.back(each.line, each.column)) for each in result.changes)
    return result._replace(
        before=source,
        after=after.restored() if result.changed else source,
        changes=tuple(each._replace(line=line, column=column) for each, (line, column) in changes),
        findings=tuple(after.finding_back(each) for each in result.findings),
        notes=tuple(after.finding_back(each) for each in result.notes),
    )


def _taken(source: bytes) -> tuple[bytes, Mapping[bytes, bytes]]:
    """The source with a mark in the place of all data, and the data by their marks."""
    if len(source) < 2 * MANY or _UNUSUAL.search(source) is not None or not _is_utf_8(source):
        return source, {}
    tree = check_syntax(source)
    if isinstance(tree, Failure):
        return source, {}
    from hashlib import blake2b  # few sources come here, and OpenSSL takes its time

    lines = [0, *(found.end() for found in re.finditer(rb"\n", source))]
    name = str(int.from_bytes(blake2b(source, digest_size=8).digest(), "big") + 1)
    kept: list[bytes] = []
    data: dict[bytes, bytes] = {}
    end = 0
    for display in _data_in(tree):
        first = lines[display.lineno - 1] + display.col_offset + 1
        last = lines[(display.end_lineno or 0) - 1] + (display.end_col_offset or 0) - 1
        content = source[first:last]
        if _TELLING.search(content) is None:
            mark = _mark(display, f"{name}{len(data)}").encode()
            data[mark] = content
            kept += [source[end:first], mark, *(each[0] for each in [_NEWLINE.search(content)] if each)]
            end = last
    return (b"".join([*kept, source[end:]]), data) if data else (source, {})


_NEWLINE = re.compile(rb"\r?\n")
"""One of them stays behind a mark, so that what follows the data is in a line of its own, as it was."""


def _mark(display: _Display, name: str) -> str:
    """One element where all are numbers or all texts, `7` or `[7]` in rows; else what can be any, `*"7"`."""
    unknown = f'{"**" if isinstance(display, ast.Dict) else "*"}"{name}"'
    kinds = {type(each.value) for each in ast.walk(display) if isinstance(each, ast.Constant)}
    if isinstance(display, ast.Dict) or not (kinds == {str} or kinds <= {int, float}):
        return unknown
    element = f'"{name}"' if kinds == {str} else name if kinds == {int} else f"{name}.5"
    return _in_rows(display.elts, element) or unknown


def _in_rows(elements: Sequence[ast.expr], element: str) -> str | None:
    """An element in displays as those around it; None if they are not alike."""
    kinds = {type(each) for each in elements}
    if kinds <= {ast.Constant, ast.UnaryOp}:
        return element
    if kinds not in ({ast.List}, {ast.Tuple}):
        return None
    inner = _in_rows(
        [below for each in elements for below in ast.iter_child_nodes(each) if isinstance(below, ast.expr)], element
    )
    return inner and (f"[{inner}]" if kinds == {ast.List} else f"({inner},)")


def _is_utf_8(source: bytes) -> bool:
    try:
        return tokenize.detect_encoding(io.BytesIO(source).readline)[0] == "utf-8"
    except SyntaxError:
        return False


def _data_in(tree: ast.AST) -> Iterator[_Display]:
    """The outermost displays that are data, in source order."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, _Display) and _is_data(node):
            yield node
        else:
            pending += [*ast.iter_child_nodes(node)][::-1]


def _is_data(display: _Display) -> bool:
    """True for many numbers and texts, also in displays inside of it, and nothing else."""
    size = 0
    pending: list[ast.AST] = [display]
    while pending:
        node = pending.pop()
        size += 1
        if isinstance(node, ast.Dict) and None in node.keys:
            return False
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            pending.append(node.operand)
        elif isinstance(node, _Display | ast.Tuple):
            pending += (each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr_context))
        elif not isinstance(node, ast.Constant):
            return False
    return size >= MANY


class _Mark(NamedTuple):
    """A mark in a text: the places where it begins and ends, 1-based, and its content."""

    begin: tuple[int, int]
    end: tuple[int, int]
    text: bytes
    content: bytes

    def back(self, line: int, column: int) -> tuple[int, int]:
        """A place behind the mark, as it is with the content."""
        lines = self.content.count(b"\n") - self.text.count(b"\n")
        if line > self.end[0]:
            return line + lines, column
        is_split = b"\n" in self.content
        new_end = 1 + _length(self.content.rpartition(b"\n")[2]) if is_split else self.begin[1] + _length(self.content)
        return line + lines, column + new_end - self.end[1]


class _Places:
    """Maps places in a text with marks to those in the text with the contents."""

    def __init__(self, text: bytes, data: Mapping[bytes, bytes]) -> None:
        self._text = text
        self._marks = [
            _Mark(_place(text, found.start()), _place(text, found.end()), found[0], content)
            for mark, content in data.items()
            for found in [re.search(re.escape(mark) + (rb"(?:\r?\n)?" if b"\n" in content else b""), text)]
            if found is not None
        ]

    def restored(self) -> bytes:
        """The text with the contents."""
        text = self._text
        for mark in self._marks:
            text = text.replace(mark.text, mark.content)
        return text

    def back(self, line: int, column: int) -> tuple[int, int]:
        """A place as it is with the contents; the marks behind it come first, as they move no other."""
        for mark in sorted(self._marks, reverse=True):
            if mark.end <= (line, column):
                line, column = mark.back(line, column)
        return line, column

    def finding_back(self, finding: Finding) -> Finding:
        culprit = self.back(finding.culprit, 1)[0] if finding.culprit else 0
        return finding.moved(*self.back(finding.line, finding.column), culprit)


def _place(text: bytes, offset: int) -> tuple[int, int]:
    above, newline, before = text[:offset].rpartition(b"\n")
    return above.count(b"\n") + len(newline) + 1, _length(before) + 1


def _length(text: bytes) -> int:
    return len(text.decode("utf-8", "replace"))
