"""The results of a whole run, by the places that the files have on disk afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from codemods.cli.run import DocumentReport
from codemods.engine.line_map import LineMap
from codemods.releases.target import Target
from codemods.types import Change, Finding, Result, Upgraded


@dataclass(frozen=True)
class Results:
    """The result for each file, by its name in reports; `dry` says that no file was changed."""

    files: Sequence[tuple[str, Result]]
    target: Target
    dry: bool


DOCUMENTS = ("json", "github", "sarif", "html")
"""The formats of a report that is one document: `NAME_report.document` makes it."""


def document_report(form: str, target: Target, *, dry: bool) -> DocumentReport[Result]:
    """The report in one of these formats, or `statistics`; only the module that makes it is imported."""
    document: Callable[[Results], str] = import_module(f"codemods.cli.{form}_report").document
    return DocumentReport(lambda done: document(Results(done, target, dry)))


def left(result: Upgraded, *, dry: bool) -> Sequence[Finding]:
    """What the target cannot take of a file on disk: the findings, and in a dry run what would be changed."""
    findings = on_disk(result.findings, result, dry=dry)
    if not dry or not result.changes:
        return findings
    from codemods.engine.engine import change_to_make

    every = (*map(change_to_make, result.changes), *findings)
    return sorted(every, key=lambda each: (each.cell, each.line, each.column, each.code))


def on_disk(findings: Sequence[Finding], result: Upgraded, *, dry: bool) -> Sequence[Finding]:
    """The findings, with the line numbers of the file on disk."""
    if not dry or not result.changed:
        return findings
    maps = _line_maps(result)
    return [maps[each.cell].finding_back(each, maps[each.culprit_cell]) for each in findings]


def changes_on_disk(result: Upgraded, *, dry: bool) -> Sequence[Change]:
    """The changes, with the line numbers of the file on disk."""
    if dry or not result.changed:
        return result.changes
    maps = _line_maps(result, turned=True)
    return [each._replace(line=maps[each.cell].back(each.line)) for each in result.changes]


def _line_maps(result: Upgraded, *, turned: bool = False) -> Mapping[int, LineMap]:
    """For each part of a result the map from its lines to those before; `turned`, the other way round."""
    found = defaultdict(lambda: LineMap(b"", b""))
    for part in result.parts:
        found[part.cell] = LineMap(part.after, part.before) if turned else LineMap(part.before, part.after)
    return found
