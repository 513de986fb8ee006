"""The report for other programs; `report.schema.json` beside it is its schema."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from codemods.cli.report import on_disk
from codemods.engine.line_map import LineMap
from codemods.types import Change, Failure, Finding, Result


def document(results: Iterable[tuple[str, Result]], *, dry: bool) -> str:
    """One JSON document; line numbers refer to the file as it is on disk after the run."""
    return json.dumps({"files": [_file(name, result, dry=dry) for name, result in results]}, indent=2)


def _file(path: str, result: Result, *, dry: bool) -> dict[str, Any]:
    if isinstance(result, Failure):
        return {"path": path, "status": "failed", "changes": [], "findings": [], "notes": [], "failure": asdict(result)}
    status = "unchanged" if not result.changed else "would change" if dry else "changed"
    lines = LineMap(result.after, result.before) if result.changed and not dry else None
    return {
        "path": path,
        "status": status,
        "changes": [_change(each, lines) for each in result.changes],
        "findings": [_finding(each) for each in on_disk(result.findings, result, dry=dry)],
        "notes": [_finding(each) for each in on_disk(result.notes, result, dry=dry)],
    }


def _change(change: Change, lines: LineMap | None) -> dict[str, Any]:
    return {**asdict(change), "line": lines.back(change.line) if lines else change.line}


def _finding(finding: Finding) -> dict[str, Any]:
    return {**asdict(finding), "rule": finding.rule or None, "culprit": finding.culprit or None}
