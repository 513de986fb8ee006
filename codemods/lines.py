"""Where a line of one text stands in another."""

from __future__ import annotations

from difflib import SequenceMatcher


class LineMap:
    """Maps 1-based line numbers of `after` back to `before`; a line of its own maps to the change that made it."""

    def __init__(self, before: bytes, after: bytes) -> None:
        self._same = before == after
        if not self._same:
            matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
            self._opcodes = matcher.get_opcodes()

    def back(self, line: int) -> int:
        if self._same or line < 1:
            return line
        for tag, before_start, before_end, after_start, after_end in self._opcodes:
            if after_start < line <= after_end:
                offset = line - 1 - after_start
                if tag != "equal":
                    offset = max(0, min(offset, before_end - before_start - 1))
                return before_start + offset + 1
        return line
