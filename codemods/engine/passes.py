"""One pass over a file: the edits that it makes, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodePosition

from codemods.engine.line_map import LineMap
from codemods.engine.requests import Request, doubt, symbol_at
from codemods.engine.selection import Selection
from codemods.rewriting.add_imports import add_imports
from codemods.rewriting.moved_blocks import settled
from codemods.rewriting.replace import replace
from codemods.source.canonical_names import contrib_as_written
from codemods.source.file import File
from codemods.source.wording import concise
from codemods.types import Change, Edit, Finding, Import, Manual, Rule, Stage, Undecided


class Open(NamedTuple):
    """A use that is undecided, by its place in the source as it came in."""

    code: str
    release: str
    line: int
    column: int


@dataclass
class Pass:
    """The result of one pass over a file."""

    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    undecided: dict[str, Open] = field(default_factory=dict)
    silenced: set[cst.CSTNode] = field(default_factory=set)
    said: dict[CodePosition, list[str]] = field(default_factory=dict)
    module: cst.Module | None = None
    """The module with the changes applied; None where there are none."""

    def report(self, file: File, rule: Rule, outcome: Manual) -> None:
        """Add a finding, or a note, unless the same has been said of the same place."""
        place = file.position(outcome.at)
        column, culprit = place.column + 1, file.line(outcome.culprit) if outcome.culprit is not None else 0
        advice = concise(outcome.advice, outcome.symbol, rule.code)
        severity = (outcome.severity or rule.severity).value
        symbol, said = contrib_as_written(outcome.symbol), contrib_as_written(outcome.message)
        finding = Finding(rule.code, place.line, column, symbol, said, contrib_as_written(advice), severity=severity)
        finding = finding.moved(place.line, column, culprit)
        if outcome.is_note:
            self.notes.append(finding)
        elif not any(_is_same(outcome.symbol, said) for said in self.said.get(place, ())):
            self.said.setdefault(place, []).append(outcome.symbol)
            self.findings.append(finding)

    def apply(self, edits: Iterable[tuple[Rule, Edit]], file: File, lines: LineMap) -> None:
        """Make the edits that do not touch each other."""
        selection = Selection(file.parent)
        needs: list[Import] = []
        for rule, edit in edits:
            if selection.offer(edit):
                self.changes.append(_change(file, lines, rule, edit))
                needs += edit.imports
        rewritten = replace(file.module, selection.replacements.items(), selection.above)
        assert isinstance(rewritten, cst.Module)
        self.module = add_imports(settled(rewritten, file.module), needs)


def run_pass(request: Request, file: File, lines: LineMap, stages: Sequence[Sequence[Stage]]) -> Pass:
    """One stage after the other, as far as the first that has something to edit."""
    done = Pass()
    edits: list[tuple[Rule, Edit]] = []
    said: list[tuple[Rule, Manual]] = []
    for together in stages:
        if edits:
            break
        for rule, outcome in request.outcomes(file, together, done.silenced):
            if isinstance(outcome, Manual):
                said.append((rule, outcome))
            elif isinstance(outcome, Undecided) and outcome.stake:
                said.append((rule, doubt(outcome)))
            elif isinstance(outcome, Undecided):
                place = _place(file, lines, outcome.at, outcome.symbol)
                done.undecided.setdefault(outcome.symbol, Open(rule.code, outcome.release, *place))
            else:
                edits.append((rule, outcome))
    if edits:
        done.apply(edits, file, lines)
    else:  # what is said of a file that is edited further is said again of the result
        for rule, outcome in said:
            done.report(file, rule, outcome)
    return done


def _change(file: File, lines: LineMap, rule: Rule, edit: Edit) -> Change:
    symbol = symbol_at(file, edit.at)
    line, column = _place(file, lines, edit.at, symbol)
    return Change(rule.code, line, column, contrib_as_written(symbol), contrib_as_written(edit.message))


def _place(file: File, lines: LineMap, node: cst.CSTNode, symbol: str) -> tuple[int, int]:
    """The line and column of a node in the original source; both 1-based."""
    place = file.position(node)
    return lines.place_back(place.line, place.column + 1, symbol)


def _is_same(symbol: str, other: str) -> bool:
    """True if two symbols in one place are the same, or one is below the other."""
    shorter, longer = sorted((symbol.partition("(")[0], other.partition("(")[0]), key=len)
    same = longer == shorter or longer.startswith(f"{shorter}.")
    return same or shorter.rpartition(".")[2] == longer.rpartition(".")[2]
