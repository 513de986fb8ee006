"""The report as SARIF 2.1.0, which code scanning, editors and viewers read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from codemods.cli.discovery import is_there
from codemods.cli.fixes import Replaced, replacements
from codemods.cli.results import Results, left, on_disk
from codemods.explain.pages import DOES, HEADINGS, Page, page_of, without_links
from codemods.rules import rules_by_code
from codemods.types import REVIEW, Failure, Finding, Fix, Result, Severity, Upgraded

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
_LEVELS = {Severity.STOPS.value: "error", Severity.NUMBERS.value: "warning", Severity.DOUBT.value: "warning"}
_OFFERED = 20
"""The results of a rule in a file that carry its fix, which is the same for all; more would only be longer."""
_NOT_PROCESSED, _NOT_READ = "not-processed", "not-read"
_NOTIFICATIONS = {
    _NOT_PROCESSED: "A file could not be processed; it is untouched.",
    _NOT_READ: "A file was not read, because it is not Python.",
}


def document(results: Results) -> str:
    """One log with one run; a path is relative to the top of the repository, or else to the working folder."""
    found = [each for name, result in results.files for each in _findings(name, result, dry=results.dry)]
    codes = sorted({each.finding.code for each in found})
    failed = any(isinstance(result, Failure) for _, result in results.files)
    run = {
        "tool": {"driver": _driver(codes)},
        "invocations": [
            {
                "executionSuccessful": not failed,
                "toolExecutionNotifications": [
                    each for name, result in results.files for each in _notifications(name, result)
                ],
            }
        ],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that the sources are below."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes) for each in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


class _Found(NamedTuple):
    """A finding or a note, with its file, its level, and what `upgrade` would do about it."""

    name: str
    finding: Finding
    level: str
    fix: dict[str, Any] | None = None


def _findings(name: str, result: Result, *, dry: bool) -> Iterator[_Found]:
    if isinstance(result, Failure):
        return
    fixes = {each.code: _fix(name, result, each) for each in result.fixes}
    offered: Counter[str] = Counter()
    for finding in left(result, dry=dry):
        fix = fixes.get(finding.code) if finding.rule and offered[finding.code] < _OFFERED else None
        offered[finding.code] += 1
        yield _Found(name, finding, _LEVELS[finding.severity], fix)
    for note in on_disk(result.notes, result, dry=dry):
        yield _Found(name, note, "note")


def _fix(name: str, result: Upgraded, fix: Fix) -> dict[str, Any] | None:
    """The edits of a rule, by the places in the file as it is; they are for all results of the rule in the file."""
    replaced = replacements(result.before, fix.after)
    if replaced is None:
        return None
    return {
        "description": {"text": f"All that {fix.code} changes in this file, as upgrade --select {fix.code} does"},
        "artifactChanges": [{"artifactLocation": _artifact(name), "replacements": [*map(_replacement, replaced)]}],
    }


def _replacement(replaced: Replaced) -> dict[str, Any]:
    (line, column), (last_line, end_column), text = replaced
    region = {"startLine": line, "startColumn": column, "endLine": last_line, "endColumn": end_column}
    return {"deletedRegion": region, **({"insertedContent": {"text": text}} if text else {})}


# --- the tool


def _driver(codes: Sequence[str]) -> dict[str, Any]:
    return {
        "name": "tf-forward",
        **_version(),
        "rules": [_rule(page_of(rules_by_code()[code])) for code in codes],
        "notifications": [{"id": name, "shortDescription": {"text": text}} for name, text in _NOTIFICATIONS.items()],
    }


def _version() -> dict[str, str]:
    try:
        return {"version": version("tf-forward")}
    except PackageNotFoundError:
        return {}


def _rule(page: Page) -> dict[str, Any]:
    sections = {heading: without_links(page.sections[heading]) for heading in HEADINGS}
    plain = "\n\n".join(f"{heading}: {text}" for heading, text in sections.items())
    markdown = "\n\n".join(f"## {heading}\n\n{page.sections[heading]}" for heading in HEADINGS)
    return {
        "id": page.rule.code,
        "name": page.rule.name,
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": sections[DOES]},
        "help": {"text": plain, "markdown": markdown},
        "helpUri": page.links[0],
        "defaultConfiguration": {"level": _LEVELS[page.rule.severity.value]},
    }


# --- the results


def _result(found: _Found, codes: Sequence[str]) -> dict[str, Any]:
    name, finding, level, fix = found
    action = f". Do: {finding.advice}" if finding.advice != REVIEW else ""
    document = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": level,
        "message": {"text": f"{_in_cell(finding)}{finding.message}{action}"},
        "locations": [_location(name, finding.line, finding.column, finding.cell)],
    }
    if finding.culprit and not finding.culprit_cell:
        blamed = _location(name, finding.culprit)
        document["relatedLocations"] = [{"id": 1, "message": {"text": "the line to blame"}, **blamed}]
    if fix is not None:
        document["fixes"] = [fix]
    return document


def _notifications(name: str, result: Result) -> Iterator[dict[str, Any]]:
    if isinstance(result, Failure):
        location = _location(name, result.line, result.column, result.cell)
        yield _notification(
            _NOT_PROCESSED, "error", f"{_in_cell(result)}{result.reason}. Do: {result.advice}", location
        )
    elif result.unread:
        yield _notification(_NOT_READ, "note", result.unread, _location(name))


def _in_cell(found: Finding | Failure) -> str:
    """The place in a notebook, which has no lines that a viewer could show."""
    return f"cell {found.cell}, line {found.line}: " if found.cell else ""


def _notification(name: str, level: str, text: str, location: Mapping[str, Any]) -> dict[str, Any]:
    return {"descriptor": {"id": name}, "level": level, "message": {"text": text}, "locations": [location]}


def _location(name: str, line: int = 0, column: int = 0, cell: int = 0) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _artifact(name)}
    if line and not cell:
        place["region"] = {"startLine": line, **({"startColumn": column} if column else {})}
    return {"physicalLocation": place}


def _artifact(name: str) -> dict[str, str]:
    path, root = Path(os.path.abspath(name)), _root(Path.cwd())  # noqa: PTH100 - a link keeps its own name
    if path.is_relative_to(root):
        return {"uri": quote(path.relative_to(root).as_posix()), "uriBaseId": ROOT}
    return {"uri": path.as_uri()}


@cache
def _root(here: Path) -> Path:
    """The top of the repository that a folder is in; without one, the folder."""
    return next((folder for folder in (here, *here.parents) if is_there(folder / ".git")), here)
