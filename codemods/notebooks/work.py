"""What the commands do with a source, done with a notebook: its cells are one program, and results are by cell."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from codemods.engine import engine
from codemods.engine.line_map import LineMap
from codemods.notebooks.attempts import Attempt, attempt
from codemods.notebooks.document import read
from codemods.notebooks.kernels import with_kernel
from codemods.notebooks.placing import placed_change, placed_era, placed_failure, placed_finding
from codemods.notebooks.program import Placing, Program
from codemods.notebooks.python_2 import translated
from codemods.source.parsing import check_syntax
from codemods.source.project import ALONE, Project
from codemods.types import Failure, Finding, Part, Result, Settings, Upgraded

if TYPE_CHECKING:
    from codemods.detect.detection import Detected

Found = TypeVar("Found")


def upgrade(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Upgrade the cells of a notebook; all else in it stays as it is, to the byte."""
    given = settings or Settings()
    translation = translated(source, given)
    if isinstance(translation, Failure):
        return translation
    if translation is None:
        return _upgrade(source, given, project)
    return translation.joined(_upgrade(translation.after, replace(given, from_python_2=True), project))


def _upgrade(source: bytes, settings: Settings, project: Project) -> Result:
    def work(program: Program, project: Project) -> Result:
        found = attempt(program, settings, project)
        return placed_failure(found, program.place) if isinstance(found, Failure) else _upgraded(source, program, found)

    return _within(source, project, work, lambda reason: Upgraded(source, source, unread=reason))


def _upgraded(source: bytes, program: Program, found: Attempt) -> Upgraded:
    done, edited = found.done, found.cells
    before = {piece.cell: piece.source for piece in program.pieces}
    cells = tuple(Part(cell, before[cell].encode(), after.encode()) for cell, after in edited.sources.items())
    lines = LineMap(done.after, done.before)
    left = tuple(each._replace(line=lines.back(each.line)) for each in found.left)
    return Upgraded(
        source,
        program.document.with_sources(edited.sources) if cells else source,
        tuple(placed_change(each, program.place) for each in done.changes),
        _placed((*done.findings, *left), edited.place),
        _placed(done.notes, edited.place),
        cells=cells,
        program=edited.program.encode(),
        of_project=done.of_project,
        vintage=done.vintage,
    )


def check(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Find what the target cannot take in the cells of a notebook; what `upgrade` leaves is for a person."""
    given = settings or Settings()
    translation = translated(source, given)
    if isinstance(translation, Failure):
        return translation
    if translation is None:
        return _check(source, given, project)
    return translation.checked(_check(translation.after, replace(given, from_python_2=True), project))


def _check(source: bytes, given: Settings, project: Project) -> Result:
    def work(program: Program, project: Project) -> Result:
        found = attempt(program, replace(given, to="native"), project) if given.target.is_modern else None
        if isinstance(found, Failure):
            return placed_failure(found, program.place)
        done = engine.check(program.code, replace(given, ignore=found.settings.ignore) if found else given, project)
        if isinstance(done, Failure):
            return placed_failure(done, program.place)
        findings = _placed((*done.findings, *(found.left if found else ())), program.place)
        notes = _placed(done.notes, program.place)
        return done._replace(before=source, after=source, findings=findings, notes=notes, program=program.code)

    return _within(source, project, work, lambda reason: Upgraded(source, source, unread=reason))


def detect(source: bytes, project: Project = ALONE) -> Detected | Failure:
    """Find the releases that have everything the cells of a notebook use."""
    from codemods.detect import detection  # `upgrade` does without

    def work(program: Program, project: Project) -> Detected | Failure:
        done = detection.detect(program.code, project)
        if isinstance(done, Failure):
            return placed_failure(done, program.place)
        return done._replace(eras=tuple(placed_era(era, program.place) for era in done.eras))

    return _within(source, project, work, lambda reason: detection.Detected((), unread=reason))


def _within(
    source: bytes,
    project: Project,
    work: Callable[[Program, Project], Found | Failure],
    unread: Callable[[str], Found],
) -> Found | Failure:
    """Open a notebook for `work`; `unread` is the result for one whose cells are not Python."""
    document = read(source)
    if isinstance(document, Failure):
        return document
    if not document.is_python:
        return unread(f"a notebook for {document.language}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # from texts in the cells
        program = Program(document)
        return _broken(program) or work(program, with_kernel(project, document))


def _broken(program: Program) -> Failure | None:
    """The first cell that is Python 2; all others are Python by themselves, or texts."""
    for number, text in program.lines_and_texts():
        failure = check_syntax(text.encode())
        if isinstance(failure, Failure):
            return placed_failure(failure._replace(line=number + max(failure.line, 1)), program.place)
    return None


def _placed(findings: tuple[Finding, ...], place: Placing) -> tuple[Finding, ...]:
    return tuple(placed_finding(each, place) for each in findings)
