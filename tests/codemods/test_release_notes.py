"""What the authors of the packages say that they changed, each with what becomes of it here.

A row of `release_notes/PACKAGE.tsv` has the release, the change, a script that meets it, and the answer: the rule that
rewrites, reports or notes it, or `left:` and the reason why none does.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from codemods.engine.engine import upgrade
from codemods.rules import rules_by_code
from codemods.types import Settings

NOTES = Path(__file__).with_name("release_notes")
LEFT = "left: "
START = "import keras\n"


class Row(NamedTuple):
    """A change of a package."""

    package: str
    release: str
    change: str
    example: str
    answer: str


def rows() -> list[Row]:
    found = []
    for path in sorted(NOTES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            assert next(lines) == ["release", "change", "example", "answer"], path
            found += [Row(path.stem, *line) for line in lines]
    return found


ROWS = rows()
ANSWERED = [row for row in ROWS if not row.answer.startswith(LEFT)]


@pytest.mark.parametrize("row", ANSWERED, ids=lambda row: f"{row.package}-{row.release}-{row.change}")
def test_a_rule_answers(row: Row) -> None:
    result = upgrade((START + row.example.replace("\\n", "\n") + "\n").encode(), Settings())
    said = (*result.findings, *result.notes, *getattr(result, "changes", ()))
    assert row.answer in {each.code for each in said}, said


def test_every_row_says_something() -> None:
    assert all(all(row) for row in ROWS)
    assert {row.answer for row in ANSWERED} <= set(rules_by_code())
    assert len({(row.package, row.example) for row in ROWS}) == len(ROWS), "an example stands twice"
