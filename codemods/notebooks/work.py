"""What the commands do with a source, done with a notebook: its cells are one program, and results are by cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from codemods.detect import detection
from codemods.detect.detection import Detected
from codemods.engine import engine
from codemods.notebooks.document import read
from codemods.notebooks.placing import placed_change, placed_era, placed_failure, placed_finding
from codemods.notebooks.program import Placing, Program
from codemods.notebooks.rewritten import rewritten
from codemods.source.parsing import check_syntax
from codemods.source.project import ALONE, Project
from codemods.types import Failure, Finding, Part, Result, Settings, Upgraded

Found = TypeVar("Found")


def upgrade(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Upgrade the cells of a notebook; all else in it stays as it is, to the byte."""

    def work(program: Program) -> Result:
        done = engine.upgrade(program.code, settings, project)
        return placed_failure(done, program.place) if isinstance(done, Failure) else _upgraded(program, done)

    return _within(source, work, lambda reason: Upgraded(source, source, unread=reason))


def _upgraded(program: Program, done: Upgraded) -> Result:
    before = program.document.text.encode()
    placed = rewritten(program, done.after.decode())
    if isinstance(placed, Failure):
        return placed
    sources = {piece.cell: piece.source for piece in program.pieces}
    cells = tuple(Part(cell, sources[cell].encode(), source.encode()) for cell, source in placed.sources.items())
    return Upgraded(
        before,
        program.document.with_sources(placed.sources) if cells else before,
        tuple(placed_change(each, program.place) for each in done.changes),
        _placed(done.findings, placed.place),
        _placed(done.notes, placed.place),
        cells=cells,
        program=placed.program.encode(),
    )


def check(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Find what the target cannot take in the cells of a notebook; one that `upgrade` refuses is refused."""

    def work(program: Program) -> Result:
        done = engine.check(program.code, settings, project)
        if isinstance(done, Failure):
            return placed_failure(done, program.place)
        if any(finding.rule for finding in done.findings):
            upgraded = upgrade(source, settings, project)
            if isinstance(upgraded, Failure):
                return upgraded
        findings, notes = _placed(done.findings, program.place), _placed(done.notes, program.place)
        return Upgraded(source, source, (), findings, notes, program=program.code)

    return _within(source, work, lambda reason: Upgraded(source, source, unread=reason))


def detect(source: bytes, project: Project = ALONE) -> Detected | Failure:
    """Find the releases that have everything the cells of a notebook use."""

    def work(program: Program) -> Detected | Failure:
        done = detection.detect(program.code, project)
        if isinstance(done, Failure):
            return placed_failure(done, program.place)
        return replace(done, eras=tuple(placed_era(era, program.place) for era in done.eras))

    return _within(source, work, lambda reason: Detected((), unread=reason))


def _within(
    source: bytes, work: Callable[[Program], Found | Failure], unread: Callable[[str], Found]
) -> Found | Failure:
    """Open a notebook for `work`; `unread` is the result for one whose cells are not Python."""
    document = read(source)
    if isinstance(document, Failure):
        return document
    if not document.is_python:
        return unread(f"a notebook for {document.language}")
    program = Program(document)
    return _broken(program) or work(program)


def _broken(program: Program) -> Failure | None:
    """The first cell that is Python 2; all others are Python by themselves, or texts."""
    for number, text in program.lines_and_texts():
        failure = check_syntax(text.encode())
        if isinstance(failure, Failure):
            return placed_failure(replace(failure, line=number + max(failure.line, 1)), program.place)
    return None


def _placed(findings: tuple[Finding, ...], place: Placing) -> tuple[Finding, ...]:
    return tuple(placed_finding(each, place) for each in findings)
