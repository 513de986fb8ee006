"""What each rule alone would make of a file, for reports that offer it: a rule at a time, as `--interactive` asks.

Edits that need each other are of one rule, so the edits of a rule are applied together or not at all.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from codemods.engine.line_map import opcodes
from codemods.source.project import Project
from codemods.types import Failure, Fix, Result, Settings, Upgraded


class Process(Protocol):
    """`upgrade` or `check` of scripts or of notebooks."""

    def __call__(self, source: bytes, settings: Settings, project: Project) -> Result: ...


@dataclass(frozen=True)
class WithFixes:
    """Does `work`, and adds what `upgrade` makes of the source with each rule that would change it."""

    work: Process
    upgrade: Process
    settings: Settings

    def __call__(self, source: bytes, /, *, project: Project) -> Result:
        result = self.work(source, self.settings, project)
        if isinstance(result, Failure) or result.unread or self.settings.python_2:
            return result
        fixed = [each.code for each in result.findings if each.rule]
        codes = sorted({*fixed, *(each.code for each in result.changes)})
        return result._replace(fixes=tuple(self._fixes(source, project, codes)))

    def _fixes(self, source: bytes, project: Project, codes: Sequence[str]) -> Iterator[Fix]:
        for code in codes:
            done = self.upgrade(source, replace(self.settings, select=(code,), ignore=()), project)
            if isinstance(done, Upgraded) and done.changed:
                yield Fix(code, done.after)


class Place(NamedTuple):
    """A place in a text; both numbers begin at 1, and columns count characters."""

    line: int
    column: int


class Replaced(NamedTuple):
    """The text from `start` up to `end` becomes `text`."""

    start: Place
    end: Place
    text: str


def replacements(before: bytes, after: bytes) -> list[Replaced] | None:
    """The lines that differ; None for a text that cannot be decoded, or that has a CR without a LF."""
    old, new = _lines(before), _lines(after)
    if old is None or new is None:
        return None
    same_end = old[-1] == new[-1] == ""
    steps = opcodes(old[:-1], new[:-1]) if same_end else opcodes(old, new)
    return [
        _replaced(old, range(start, end), new[first:last]) for tag, start, end, first, last in steps if tag != "equal"
    ]


def _lines(source: bytes) -> list[str] | None:
    """The text between newlines, as SARIF counts lines; a byte order mark is no part of it."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = source.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None
    return None if _LONE_RETURN.search(text) else text.split("\n")


_LONE_RETURN = re.compile(r"\r(?!\n)")


def _replaced(old: Sequence[str], place: range, new: Sequence[str]) -> Replaced:
    """Lines go, and new ones take their place, before the CR of the last one if that stays.

    What follows the last newline is no line for every viewer, so nothing is put there.
    """
    text = "\n".join(new)
    if place and new:
        end = _end(old, place.stop, before_return=text.endswith("\r"))
        return Replaced(Place(place.start + 1, 1), end, _up_to(end, old, text))
    if place.start and (place or place.stop >= len(old) - (old[-1] == "")):
        above = old[place.start - 1]
        is_same = above.endswith("\r") and (old[place.stop - 1] if place else text).endswith("\r")
        start, end = (_end(old, number, before_return=is_same) for number in (place.start, place.stop))
        newline = "\r\n" if is_same else "\n"
        return Replaced(start, end, newline + _up_to(end, old, text) if new else "")
    start = Place(place.start + 1, 1)
    return Replaced(start, Place(place.stop + 1, 1), f"{text}\n" if new else "")


def _end(old: Sequence[str], number: int, *, before_return: bool) -> Place:
    """The end of a line, before its CR or after it."""
    line = old[number - 1]
    return Place(number, len(line.removesuffix("\r") if before_return else line) + 1)


def _up_to(end: Place, old: Sequence[str], text: str) -> str:
    """A text without the CR that the line already has behind `end`."""
    return text.removesuffix("\r") if end.column <= len(old[end.line - 1]) else text
