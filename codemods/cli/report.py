"""Output for people: the diff on standard output, the report on standard error."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from codemods.cli.output import Output
from codemods.cli.overview import Overview
from codemods.cli.results import on_disk
from codemods.releases.target import Target
from codemods.types import REVIEW, Change, Failure, Finding, Part, Result, Severity, Upgraded


@dataclass
class Tally:
    """Counts the results of a run; in a dry run, changes count as work that is left."""

    dry: bool = False
    changed: int = 0
    unchanged: int = 0
    changes: int = 0
    findings: int = 0
    failed: int = 0
    unread: int = 0
    rewritten: int = 0
    """The number of findings that `upgrade` would fix."""
    silent: int = 0
    """The number of findings that end with no error, and change numbers."""
    of_project: int = 0
    """The number of files of whose releases the files around them tell."""

    def add(self, result: Result) -> None:
        if isinstance(result, Failure):
            self.failed += 1
            return
        if result.unread:
            self.unread += 1
            return
        self.changed += result.changed
        self.unchanged += not result.changed
        self.changes += len(result.changes)
        self.of_project += result.of_project
        self.findings += len(result.findings)
        self.rewritten += sum(bool(finding.rule) for finding in result.findings)
        self.silent += sum(finding.severity == Severity.NUMBERS.value for finding in result.findings)

    @property
    def exit_status(self) -> int:
        """1 if something is left to do, 2 if a file could not be processed, 3 for both."""
        return int(self.findings > 0 or (self.dry and self.changed > 0)) | (2 if self.failed else 0)


def diff(name: str, result: Upgraded) -> str:
    """A unified diff that `git apply` and `patch` accept; undecodable bytes and line ends are preserved.

    Of a notebook it shows each cell as a file of its own.
    """
    return "".join(_diff(f"{name}:cell {part.cell}" if part.cell else name, part) for part in result.parts)


def _diff(name: str, part: Part) -> str:
    texts = [_ended(text) if part.cell else text for text in (part.before, part.after)]
    before, after = (_lines(text.decode("utf-8", "surrogateescape")) for text in texts)
    first, second = (_quoted(f"{side}/{name.lstrip('/')}") for side in ("a", "b"))
    if part.cell:  # no tool looks for a cell
        first, second = first.rstrip("\t"), second.rstrip("\t")
    lines = difflib.unified_diff(before, after, first, second)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _ended(text: bytes) -> bytes:
    """The text of a cell, which has no line feed at its end, with one."""
    return text + b"\n" if text and not text.endswith(b"\n") else text


def _lines(text: str) -> list[str]:
    """Split text into lines as git does: only a line feed ends a line."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _quoted(name: str) -> str:
    """Write a name as git does: special characters are quoted, and a tab follows a name with spaces."""
    if all(each.isprintable() and each not in '"\\' for each in name):
        return name + "\t" if " " in name else name
    return '"' + "".join(_escaped(each) for each in name) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


class TextReport(Protocol):
    """A report for people."""

    output: Output
    overview: Overview
    quiet: bool

    def file(self, name: str, result: Result, /) -> None: ...

    def summary(self, tally: Tally, /) -> None: ...


class CheckReporter:
    """Writes each finding of `check` on one line, in the form that editors and CI systems read.

    Where to begin with many files goes to standard error, so that standard output has such lines only.
    """

    def __init__(self, output: Output, target: Target, *, quiet: bool, only_new: bool = False) -> None:
        self.output = output
        self._target = target
        self.quiet = quiet
        self._uses = "new incompatible use" if only_new else "incompatible use"
        self.overview = Overview()

    def file(self, name: str, result: Result) -> None:
        self.overview.add(name, result)
        if isinstance(result, Failure):
            print_failure(self.output, name, result)
            return
        if self.quiet:
            return
        if result.unread:
            print_unread(self.output, name, result.unread)
        for finding in result.findings:
            place = f"{place_of(name, finding)}: "
            does = (action(finding), "green" if finding.rule else "")
            self.output.print((place, "bold"), (finding.code, "yellow"), f" {finding.message} [", does, "]")
        for note in result.notes:
            place = f"{place_of(name, note)}: "
            self.output.print(place, (note.code, "dim"), f" note: {said_of_note(note)}")

    def summary(self, tally: Tally) -> None:
        if self.quiet:
            return
        for line in (*self.overview.lines(), *told_by_project(tally)):
            Output(stderr=True).print(line)
        files = count(tally.unchanged + tally.changed, "file")
        said = f"{files} checked for {self._target}: {_incompatible(tally, self._uses)}"
        self.output.print((f"{said}; {tally.failed} could not be processed{not_read(tally.unread)}", "bold"))


def _incompatible(tally: Tally, uses: str) -> str:
    if not tally.findings:
        return f"no {uses}s found"
    fixed = str(tally.rewritten or "none")
    if tally.rewritten == tally.findings:
        fixed = "it" if tally.findings == 1 else f"all {tally.findings}"
    return f"{count(tally.findings, uses)}{_silent(tally)}; `upgrade` fixes {fixed}"


def _silent(tally: Tally) -> str:
    """How many of the findings show in the numbers only."""
    if not tally.silent:
        return ""
    return f", {tally.silent} of which {'changes' if tally.silent == 1 else 'change'} numbers without an error"


def print_failure(output: Output, name: str, failure: Failure) -> None:
    place = place_of(name, failure) if failure.line else name
    output.print((place, "bold red"), f": {failure.reason}; {failure.advice}")


def print_unread(output: Output, name: str, reason: str) -> None:
    output.print((name, "bold"), f": not read: {reason}")


def told_by_project(tally: Tally) -> Iterator[str]:
    """A line on the files that were taken for written for the releases of the project."""
    if tally.of_project:
        files = count(tally.of_project, "file")
        yield f"the releases of {files} are told by the rest of the project; --from names others"


def not_read(number: int) -> str:
    """The end of a summary where files were not read."""
    return f"; {number} not read" if number else ""


def _line(found: Change | Finding) -> str:
    """The line, or the cell and the line, in front of what is said of it."""
    return f"    cell {found.cell}:{found.line}  " if found.cell else f"    {found.line:>4}  "


def action(finding: Finding) -> str:
    """Who does what about a finding."""
    return "fixed by upgrade" if finding.rule else finding.advice


def said_of(finding: Finding) -> str:
    """A finding in one line, without its place and code."""
    return f"{finding.message} [{action(finding)}]"


def said_of_note(note: Finding) -> str:
    return note.message if note.advice == REVIEW else f"{note.message} [{note.advice}]"


def place_of(name: str, found: Finding | Failure) -> str:
    """A place in a file, as editors and CI systems read it."""
    cell = f":cell {found.cell}" if found.cell else ""
    return f"{name}{cell}:{found.line}:{found.column}"


class Reporter:
    """Writes the report; `dry` says "would change", `quiet` prints only the files that could not be processed.

    With `only_findings` it has what is left for a person: no changes, and no notes.
    """

    def __init__(self, output: Output, *, dry: bool, quiet: bool, only_findings: bool = False) -> None:
        self._only_findings = only_findings
        self.output = output
        self._dry = dry
        self.quiet = quiet
        self.overview = Overview()

    def file(self, name: str, result: Result) -> None:
        self.overview.add(name, result)
        if isinstance(result, Failure):
            print_failure(self.output, name, result)
        elif result.unread and not self.quiet:
            print_unread(self.output, name, result.unread)
        elif self._only_findings and not self.quiet:
            self._upgraded(name, result._replace(changes=(), notes=()))
        elif not self.quiet:
            self._upgraded(name, result)

    def _upgraded(self, name: str, result: Upgraded) -> None:
        if not (result.changes or result.findings or result.notes):
            return
        self.output.print((name, "bold"))
        if result.vintage:
            self.output.print((f"  written for releases of its time: {result.vintage}", "dim"))
        if result.changes:
            self.output.print("  would change" if self._dry else "  changed")
        for change in result.changes:
            self.output.print(_line(change), (change.code, "green"), f"  {change.message}")
        if result.findings:
            self.output.print("  review")
        for finding in on_disk(result.findings, result, dry=self._dry):
            self.output.print(_line(finding), (finding.code, "yellow"), f"  {finding.message}")
            self.output.print(" " * 18, ("do: ", "bold"), finding.advice)
        if result.notes:
            self.output.print("  notes")
        for note in on_disk(result.notes, result, dry=self._dry):
            self.output.print(_line(note), (note.code, "dim"), f"  {note.message}")
            if note.advice != REVIEW:
                self.output.print(" " * 18, ("do: ", "dim"), note.advice)

    def summary(self, tally: Tally) -> None:
        if self.quiet:
            return
        for line in (*self.overview.lines(), *told_by_project(tally)):
            self.output.print(line)
        verb = "would change" if self._dry else "changed"
        self.output.print(
            (f"{count(tally.changed, 'file')} {verb}", "bold"),
            f" ({count(tally.changes, 'change')}), {tally.unchanged} unchanged, "
            f"{count(tally.findings, 'place') if tally.findings else 'nothing'} to review{_silent(tally)}, "
            f"{tally.failed} could not be processed{not_read(tally.unread)}",
        )


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
