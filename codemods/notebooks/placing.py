"""What is said of a program, by the cells and lines of its notebook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codemods.notebooks.program import Place, Placing
from codemods.types import Change, Failure, Finding

if TYPE_CHECKING:
    from codemods.detect.detection import End, Era

_LINES = re.compile(r"\blines? (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)")


def placed_finding(finding: Finding, place: Placing) -> Finding:
    at = place(finding.line, finding.column)
    blamed = place(finding.culprit, 1) if finding.culprit else Place(0, 0, 0)
    placed = finding.in_cell(at.cell, at.line, at.column, blamed.cell, blamed.line)
    return placed._replace(message=_placed_text(placed.plain_message, place) + placed.blame)


def placed_change(change: Change, place: Placing) -> Change:
    at = place(change.line, change.column)
    message = _placed_text(change.message, place)
    return change._replace(cell=at.cell, line=at.line, column=at.column, message=message)


def placed_failure(failure: Failure, place: Placing) -> Failure:
    if not failure.line:
        return failure
    at = place(failure.line, failure.column)
    return failure._replace(cell=at.cell, line=at.line, column=at.column)


def placed_era(era: Era, place: Placing) -> Era:
    return era._replace(ends=tuple(_placed_end(end, place) for end in era.ends))


def _placed_end(end: End, place: Placing) -> End:
    found = []
    for evidence in end.evidence:
        at = place(evidence.line, evidence.column)
        found.append(evidence._replace(cell=at.cell, line=at.line, column=at.column))
    return end._replace(evidence=tuple(found))


def _placed_text(message: str, place: Placing) -> str:
    """A message with the places of the lines that it names: `line 3 of cell 2`."""

    def named(line: str) -> str:
        at = place(int(line), 1)
        return f"line {at.line} of cell {at.cell}"

    def listed(found: re.Match[str]) -> str:
        return ", ".join(" to ".join(map(named, part.split("-"))) for part in found[1].split(", "))

    return _LINES.sub(listed, message)
