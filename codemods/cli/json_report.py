"""The report for other programs; `report.schema.json` beside it is its schema."""

from __future__ import annotations

import json
from typing import Any

from codemods.cli.results import Results, changes_on_disk, on_disk
from codemods.types import Change, Failure, Finding, Result


def document(results: Results) -> str:
    """One JSON document; line numbers refer to the file as it is on disk after the run."""
    return json.dumps({"files": [_file(name, result, dry=results.dry) for name, result in results.files]}, indent=2)


def _file(path: str, result: Result, *, dry: bool) -> dict[str, Any]:
    if isinstance(result, Failure):
        return {**_nothing(path, "failed"), "failure": failure(result)}
    if result.unread:
        return {**_nothing(path, "not read"), "reason": result.unread}
    status = "unchanged" if not result.changed else "would change" if dry else "changed"
    told = {"vintage": result.vintage} if result.vintage else {}
    return {
        "path": path,
        "status": status,
        **told,
        "changes": [_change(each) for each in changes_on_disk(result, dry=dry)],
        "findings": [_finding(each) for each in on_disk(result.findings, result, dry=dry)],
        "notes": [_finding(each) for each in on_disk(result.notes, result, dry=dry)],
    }


def _nothing(path: str, status: str) -> dict[str, Any]:
    return {"path": path, "status": status, "changes": [], "findings": [], "notes": []}


def failure(failed: Failure) -> dict[str, Any]:
    return {**failed._asdict(), "cell": failed.cell or None}


def _change(change: Change) -> dict[str, Any]:
    return {**change._asdict(), "cell": change.cell or None}


def _finding(finding: Finding) -> dict[str, Any]:
    or_null = ("rule", "culprit", "cell", "culprit_cell")
    return {**finding._asdict(), **{name: getattr(finding, name) or None for name in or_null}}
