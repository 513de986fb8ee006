"""Known findings, which `check --baseline FILE` leaves out: CI then fails for new ones only.

A finding is known by its file, its code and the text of its line, not by the line's number, and so many times as it was
found. The file is JSON, made to be committed: it is sorted, and paths are relative to its folder.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click

from codemods.cli.discovery import STDIN, Outcome, Source
from codemods.cli.report import count
from codemods.cli.source_lines import line_of, lines_on_disk
from codemods.types import Failure, Result, Settings

NAMED = 3
"""The number of fixed entries that are named."""

Done = Outcome[Result]
Settle = Callable[[Iterable[Done]], Iterator[Done]]


class Entry(NamedTuple):
    """A known finding, or note."""

    path: str
    code: str
    text: str
    note: bool


def read(path: Path) -> Counter[Entry]:
    """Read how often each entry was found.

    Raises:
        ValueError: the file is no baseline; the message says what to do.

    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["known"]
        return Counter({_entry(row): int(row["count"]) for row in rows})
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
    except (ValueError, KeyError, TypeError):
        reason = "is no baseline"
    raise ValueError(f"{path} {reason}; make one with --write-baseline {path}")


def _entry(row: Mapping[str, object]) -> Entry:
    path, code, text = (str(row[name]) for name in ("path", "code", "text"))
    return Entry(path, code, text, bool(row["note"]))


def write(path: Path, entries: Counter[Entry]) -> None:
    rows = [{**entry._asdict(), "count": number} for entry, number in sorted(entries.items())]
    try:
        path.write_text(json.dumps({"known": rows}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None


def writing(path: Path, say: Callable[[str], None]) -> Settle:
    """The step, once all files are read, that makes known what was found, so that nothing is left to report."""

    def settle(done: Iterable[Done]) -> Iterator[Done]:
        every = list(done)
        folder = path.absolute().parent
        entries = Counter(entry for outcome in every for each in _found(outcome, folder) for entry in each)
        write(path, entries)
        yield from map(Comparison(path, entries).without_known, every)
        files = count(len({entry.path for entry in entries}), "file")
        say(f"{path}: {count(entries.total(), 'known finding')} in {files}; now run check --baseline {path}")

    return settle


def comparing(path: Path, settings: Settings, say: Callable[[str], None]) -> Settle:
    """The step between the work on the files and the report that leaves out what is known."""
    comparison = Comparison(path, read(path))

    def settle(done: Iterable[Done]) -> Iterator[Done]:
        yield from map(comparison.without_known, done)
        say(comparison.summary(settings))

    return settle


class Comparison:
    """Takes known entries out of the results, each as often as it is known."""

    def __init__(self, path: Path, known: Counter[Entry]) -> None:
        self._path = path
        self._folder = path.absolute().parent
        self._known = known
        self._remaining = known.copy()
        self._read: set[str] = set()

    def without_known(self, outcome: Done) -> Done:
        if isinstance(outcome.result, Failure):
            return outcome
        self._read.add(_name(outcome.source, self._folder))
        entries = _found(outcome, self._folder)
        findings, notes = (
            tuple(each for each, entry in zip(found, named, strict=True) if not self._take(entry))
            for found, named in zip((outcome.result.findings, outcome.result.notes), entries, strict=True)
        )
        return Outcome(outcome.source, outcome.result._replace(findings=findings, notes=notes))

    def _take(self, entry: Entry) -> bool:
        is_known = self._remaining[entry] > 0
        self._remaining[entry] -= is_known
        return is_known

    def summary(self, settings: Settings) -> str:
        """How many were left out, and the entries that are no longer needed."""
        known = self._known.total() - self._remaining.total()
        said = f"{self._path}: {count(known, 'known finding')} left out"
        fixed = {
            entry: number for entry, number in self._remaining.items() if number and self._is_judged(entry, settings)
        }
        if not fixed:
            return said
        names = list(dict.fromkeys(f"{entry.path} {entry.code}" for entry in sorted(fixed)))
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        number = sum(fixed.values())
        named = f"{number} {'is' if number == 1 else 'are'} fixed by now ({', '.join(names[:NAMED])}{more})"
        return f"{said}; {named}: take them out with --write-baseline {self._path}"

    def _is_judged(self, entry: Entry, settings: Settings) -> bool:
        """True if this run would have found it again."""
        is_gone = entry.path != str(STDIN) and not (self._folder / entry.path).exists()
        return (entry.path in self._read or is_gone) and settings.takes(entry.code)


def _found(outcome: Done, folder: Path) -> tuple[list[Entry], list[Entry]]:
    """The entries of the findings and of the notes for one file."""
    result = outcome.result
    if isinstance(result, Failure) or not (result.findings or result.notes):
        return [], []
    name, lines = _name(outcome.source, folder), lines_on_disk(result, dry=True)
    findings, notes = (
        [Entry(name, each.code, line_of(lines, each.cell, each.line).strip(), note) for each in found]
        for found, note in ((result.findings, False), (result.notes, True))
    )
    return findings, notes


def _name(source: Source, folder: Path) -> str:
    if source.path == STDIN:
        return str(STDIN)
    try:
        return Path(os.path.relpath(source.path, folder)).as_posix()
    except ValueError:  # on another drive
        return source.path.absolute().as_posix()
