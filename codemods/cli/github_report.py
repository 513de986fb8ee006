"""The report as workflow commands, which GitHub shows at the lines of a pull request.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from codemods.cli.report import place_of, said_of, said_of_note
from codemods.cli.results import Results, left, on_disk
from codemods.rules import rules_by_code
from codemods.types import Failure, Finding, Result, Severity

_DATA = {ord(each): f"%{ord(each):02X}" for each in "%\r\n"}
_PROPERTY = {ord(each): f"%{ord(each):02X}" for each in "%\r\n:,"}


def document(results: Results) -> str:
    """One command a line: errors stop the program, warnings change its numbers, notices ask for nothing."""
    return "\n".join(line for name, result in results.files for line in _file(name, result, dry=results.dry))


def _file(name: str, result: Result, *, dry: bool) -> Iterator[str]:
    if isinstance(result, Failure):
        place = place_of(name, result) if result.line else name
        yield _command("error", name, result, "not processed", f"{place}: {result.reason}; {result.advice}")
        return
    if result.unread:
        yield _command("notice", name, None, "not read", f"{name}: not read: {result.unread}")
    for finding in left(result, dry=dry):
        level = "error" if finding.severity == Severity.STOPS.value else "warning"
        yield _finding(level, name, finding, said_of(finding))
    for note in on_disk(result.notes, result, dry=dry):
        yield _finding("notice", name, note, said_of_note(note))


def _finding(level: str, name: str, finding: Finding, said: str) -> str:
    title = f"{finding.code} {rules_by_code()[finding.code].name}"
    return _command(level, name, finding, title, f"{place_of(name, finding)}: {finding.code} {said}")


def _command(level: str, name: str, place: Finding | Failure | None, title: str, message: str) -> str:
    """The lines of a notebook's cells are not those of its file, so only the message names them."""
    properties = {"file": _in_workspace(name)}
    if place is not None and place.line and not place.cell:
        properties |= {"line": str(place.line), "col": str(place.column)}
    properties["title"] = title
    listed = ",".join(f"{key}={value.translate(_PROPERTY)}" for key, value in properties.items())
    return f"::{level} {listed}::{message.translate(_DATA)}"


def _in_workspace(name: str) -> str:
    """The name as GitHub wants it, below the folder of the checkout."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    path = Path(os.path.abspath(name))  # noqa: PTH100 - a link keeps its own name
    if not workspace or not path.is_relative_to(workspace):
        return Path(name).as_posix()
    return path.relative_to(workspace).as_posix()
