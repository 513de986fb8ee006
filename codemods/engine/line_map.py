"""The map from the lines of an upgraded text back to those of the original."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property
from typing import TypeVar

from codemods.types import Finding


class LineMap:
    """Maps 1-based line numbers of `after` back to `before`; a line of its own maps to the change that made it."""

    def __init__(self, before: bytes, after: bytes) -> None:
        self._before = before
        self._after = after

    @cached_property
    def _changes(self) -> list[tuple[str, int, int, int, int]]:
        """Compared on first use: most passes change nothing."""
        return list(opcodes(self._before.splitlines(), self._after.splitlines()))

    def back(self, line: int) -> int:
        if self._before is self._after or self._before == self._after or line < 1:
            return line
        for tag, before_start, before_end, after_start, after_end in self._changes:
            if after_start < line <= after_end:
                offset = line - 1 - after_start
                if tag != "equal":
                    offset = max(0, min(offset, before_end - before_start - 1))
                return before_start + offset + 1
        return line

    def place_back(self, line: int, column: int, symbol: str) -> tuple[int, int]:
        """A place in `before`; where its line was rewritten, the column is of the symbol's keyword or last name."""
        if self._before == self._after:
            return line, column
        legacy = self.back(line)
        before, after = self._before.splitlines(), self._after.splitlines()
        if not 0 < legacy <= len(before) or not 0 < line <= len(after) or before[legacy - 1] == after[line - 1]:
            return legacy, column
        path, _, keyword = symbol.partition("(")
        name = (keyword.rstrip("=)") or path.rpartition(".")[2]).encode()
        found = re.search(rb"\b%s\b" % re.escape(name), before[legacy - 1]) if name else None
        return legacy, len(before[legacy - 1][: found.start()].decode("utf-8", "replace")) + 1 if found else 1

    def finding_back(self, finding: Finding, culprits: LineMap | None = None) -> Finding:
        """A finding of `after`, by its place in `before`; `culprits` maps the line to blame if that is elsewhere."""
        line, column = self.place_back(finding.line, finding.column, finding.symbol)
        return finding.moved(line, column, (culprits or self).back(finding.culprit))


Line = TypeVar("Line", bytes, str)


def opcodes(before: list[Line], after: list[Line]) -> Iterator[tuple[str, int, int, int, int]]:
    """The steps from one list to the other. Equal ends are set aside, as most files change in few places."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    yield "equal", 0, start, 0, start
    middle = SequenceMatcher(None, before[start : len(before) - end], after[start : len(after) - end])
    for tag, *places in middle.get_opcodes():
        first, last, first_after, last_after = (place + start for place in places)
        yield tag, first, last, first_after, last_after
    yield "equal", len(before) - end, len(before), len(after) - end, len(after)
