"""The report as one page for a browser, which needs no network: `html/` holds its markup, style and script.

Names and code of the project reach the page as JSON, and the script shows them as text and never as markup.
"""

from __future__ import annotations

import json
import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from codemods.cli.results import Results, on_disk
from codemods.cli.source_lines import Lines, line_of, lines_on_disk, split_lines, text_of
from codemods.explain.pages import DOES, LEAVES, NUMBERS, page_of, without_links
from codemods.rules import rules_by_code
from codemods.types import REVIEW, Failure, Finding, Part, Result, Upgraded

CONTEXT = 3
"""The number of lines around a change."""
_ASSETS = Path(__file__).with_name("html")
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of characters that a browser does not show, or that turn the direction of a text around."""
_IN_SCRIPT = {ord(each): f"\\u{ord(each):04x}" for each in "<>&"}


def document(results: Results) -> str:
    """The page; what it loads is in it, and its policy forbids all else."""
    style, script = (_asset(name) for name in ("page.css", "page.js"))
    data = json.dumps(_data(results), separators=(",", ":")).translate(_IN_SCRIPT)
    page = _asset("page.html")
    parts = {"style hash": _hash(style), "script hash": _hash(script), "style": style, "script": script, "data": data}
    for name, text in parts.items():
        page = page.replace(f"{{{{ {name} }}}}", text)
    return page


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="ascii")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def shown(text: str) -> str:
    """A text with the characters that nobody would see written out, such as those that turn its direction around."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if each == "\t" or unicodedata.category(each) not in _HIDDEN else _name(each) for each in text)


def _name(character: str) -> str:
    return f"\u27e8U+{ord(character):04X}\u27e9"


# --- the data of the page


def _data(results: Results) -> dict[str, Any]:
    files = [_file(name, result, dry=results.dry) for name, result in results.files]
    codes = sorted({item["code"] for file in files for item in file["items"]})
    return {
        "target": str(results.target),
        "dry": results.dry,
        "files": files,
        "rules": {code: _rule(code) for code in codes},
    }


def _rule(code: str) -> dict[str, Any]:
    page = page_of(rules_by_code()[code])
    numbers, does, leaves = (without_links(page.sections[each]) for each in (NUMBERS, DOES, LEAVES))
    return {"title": page.short_title, "numbers": numbers, "does": does, "leaves": leaves, "links": page.links}


def _file(name: str, result: Result, *, dry: bool) -> dict[str, Any]:
    named: dict[str, Any] = {"name": shown(name), "items": [], "diffs": []}
    if isinstance(result, Failure):
        place = f"cell {result.cell}, line {result.line}: " if result.cell else f"line {result.line}: "
        said = f"{place if result.line else ''}{result.reason}. {result.advice}"
        return {**named, "effort": "failed", "reason": shown(said)}
    if result.unread:
        return {**named, "effort": "unread", "reason": shown(result.unread)}
    lines = lines_on_disk(result, dry=dry) if result.findings or result.notes else {}
    findings = on_disk(result.findings, result, dry=dry)
    return {
        **named,
        "effort": _effort(findings),
        "items": [
            *(_item("fixed" if each.rule else "person", each, lines) for each in findings),
            *(_item("note", each, lines) for each in on_disk(result.notes, result, dry=dry)),
            *_changes(result),
        ],
        "diffs": [_diff(part) for part in result.parts if part.before != part.after],
    }


def _effort(findings: Sequence[Finding]) -> str:
    """What is left for a person: nothing, one kind of finding, or several."""
    kinds = len({each.code for each in findings if not each.rule})
    return ("done", "one")[kinds] if kinds <= 1 else "several"


def _item(kind: str, finding: Finding, lines: Lines) -> dict[str, Any]:
    around = range(max(1, finding.line - 1), finding.line + 2)
    excerpt = [(number, shown(line_of(lines, finding.cell, number))) for number in around if finding.line]
    return {
        "kind": kind,
        "code": finding.code,
        "severity": finding.severity,
        "cell": finding.cell,
        "line": finding.line,
        "message": shown(finding.message),
        "advice": "" if finding.advice == REVIEW or finding.rule else shown(finding.advice),
        "excerpt": [] if not any(text for _, text in excerpt) else excerpt,
    }


def _changes(result: Upgraded) -> Iterator[dict[str, Any]]:
    """The changes, by their lines in the source as it was read, which is the left side of a diff."""
    for change in result.changes:
        severity = rules_by_code()[change.code].severity.value
        place: Mapping[str, Any] = {"cell": change.cell, "line": change.line}
        yield {
            "kind": "changed",
            "code": change.code,
            "severity": severity,
            **place,
            "message": shown(change.message),
            "advice": "",
            "excerpt": [],
        }


# --- side by side


def _diff(part: Part) -> dict[str, Any]:
    texts = (text.decode() if part.cell else text_of(text) for text in (part.before, part.after))
    before, after = (split_lines(text) for text in texts)
    matcher = SequenceMatcher(None, before, after)
    return {"cell": part.cell, "hunks": [_hunk(group, before, after) for group in matcher.get_grouped_opcodes(CONTEXT)]}


def _hunk(
    opcodes: Sequence[tuple[str, int, int, int, int]], before: Sequence[str], after: Sequence[str]
) -> list[list[Any]]:
    """Rows of the line's number and text on both sides, and whether they are the same; 0 stands for no line."""
    rows: list[list[Any]] = []
    for tag, first, last, first_after, last_after in opcodes:
        for left, right in zip_longest(range(first, last), range(first_after, last_after)):
            sides = [*_side(before, left), *_side(after, right)]
            rows.append([*sides, tag == "equal"])
    return rows


def _side(lines: Sequence[str], index: int | None) -> tuple[int, str]:
    return (0, "") if index is None else (index + 1, shown(lines[index]))
