"""The cells of a notebook of Python 2 are translated as one program, before all else; magics stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from codemods.engine import python_2
from codemods.engine.engine import change_to_make
from codemods.engine.findings import in_order
from codemods.engine.line_map import LineMap
from codemods.notebooks.document import Document, read
from codemods.notebooks.placing import placed_change, placed_failure, placed_finding
from codemods.notebooks.program import Program
from codemods.types import Change, Failure, Finding, Part, Result, Settings


class TranslatedCells(NamedTuple):
    """A notebook as Python 3; `changes` and `findings` count the lines of the cells as they were."""

    before: bytes
    after: bytes
    cells: Mapping[int, Part]
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]

    def joined(self, result: Result) -> Result:
        """What became of the translation, as the outcome for the notebook."""
        if isinstance(result, Failure):
            return result._replace(line=self._lines(result.cell).back(result.line))
        parts = {**self.cells, **{each.cell: each._replace(before=self._before(each)) for each in result.cells}}
        changes = [*self.changes, *(python_2.change_back(self._lines(each.cell), each) for each in result.changes)]
        left = (_forth(each, parts.get(each.cell)) for each in self.findings)
        return result._replace(
            before=self.before,
            changes=tuple(sorted(changes, key=lambda each: (each.cell, each.line))),
            findings=in_order([*result.findings, *left]),
            cells=tuple(parts[cell] for cell in sorted(parts)),
        )

    def checked(self, result: Result) -> Result:
        """What was found in the translation, by the lines of the notebook."""
        if isinstance(result, Failure):
            return result._replace(line=self._lines(result.cell).back(result.line))
        found, notes = (tuple(map(self._back, each)) for each in (result.findings, result.notes))
        findings = in_order([*map(_to_make, self.changes), *found, *self.findings])
        return result._replace(before=self.before, after=self.before, findings=findings, notes=notes)

    def _back(self, finding: Finding) -> Finding:
        return self._lines(finding.cell).finding_back(finding, self._lines(finding.culprit_cell))

    def _lines(self, cell: int) -> LineMap:
        part = self.cells.get(cell)
        return LineMap(part.before, part.after) if part is not None else LineMap(b"", b"")

    def _before(self, part: Part) -> bytes:
        return self.cells[part.cell].before if part.cell in self.cells else part.before


def translated(source: bytes, settings: Settings) -> TranslatedCells | Failure | None:
    """The translation of a notebook; None if it is none of Python 2, or if nobody asked."""
    document = read(source) if settings.python_2 else None
    if not isinstance(document, Document) or not document.is_python:
        return None
    program = Program(document)
    done = python_2.translated(program.code, settings)
    if done is None or isinstance(done, Failure):
        return placed_failure(done, program.place) if done is not None else None
    texts = program.texts(done.after.decode("utf-8", "surrogatepass"))
    if texts is None:
        return Failure("Python 2 source, and its translation would join cells into one block", "convert it by hand")
    cells: dict[int, Part] = {}
    for piece in program.pieces:
        text = program.restored(piece, texts[piece.cell]) if texts[piece.cell] != piece.text else piece.source
        if text is None:
            said = "Python 2 source, and its translation would change a magic"
            return Failure(said, "convert the cell by hand", 1, 1, piece.cell)
        if text != piece.source:
            cells[piece.cell] = Part(piece.cell, piece.source.encode(), text.encode())
    after = document.with_sources({cell: part.after.decode() for cell, part in cells.items()})
    changes = tuple(placed_change(each, program.place) for each in done.changes)
    findings = tuple(placed_finding(each, program.place) for each in done.findings)
    return TranslatedCells(source, after, cells, changes, findings)


def _to_make(change: Change) -> Finding:
    return change_to_make(change)._replace(cell=change.cell)


def _forth(finding: Finding, part: Part | None) -> Finding:
    """A finding by the line that it has afterwards."""
    return (
        finding
        if part is None
        else finding.moved(LineMap(part.after, part.before).back(finding.line), finding.column, 0)
    )
