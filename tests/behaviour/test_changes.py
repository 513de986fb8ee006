"""The rows of `compat/tables/behaviour/changes` hold for what was measured, and the rules speak where they say so."""

from __future__ import annotations

import re

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from compat.tables.behaviour.changes import CHANGES
from compat.tables.rows import Change
from tests.behaviour.compare import (
    LEGACY,
    SHIMS,
    explains,
    of_releases,
    of_shims,
    shims_alone_without_difference,
    shims_unexplained,
    unexplained,
    without_difference,
)
from tests.behaviour.page import PAGE, page

FOUND = of_releases()
ON_SHIMS = of_shims()


def test_every_difference_has_a_row() -> None:
    assert FOUND
    assert not unexplained(FOUND)


def test_every_row_has_a_difference() -> None:
    assert not without_difference(FOUND)


def test_the_shims_do_otherwise_only_where_a_row_says_so() -> None:
    assert set(SHIMS.values()) <= set(LEGACY)
    assert not shims_unexplained(ON_SHIMS)
    assert not shims_alone_without_difference(ON_SHIMS)


def _spoken(row: Change, to: str) -> set[str]:
    """The codes of what `upgrade` does and says about the example."""
    written_for = re.match(r"\s*# (\S+==\S+)\n", row.example)
    result = upgrade(row.example.encode(), Settings(to, origin=parse_origin(written_for[1]) if written_for else None))
    assert isinstance(result, Upgraded)
    return {each.code for each in (*result.changes, *result.findings, *result.notes)}


@pytest.mark.parametrize("row", CHANGES, ids=lambda row: row.title)
def test_the_rules_speak_of_the_example(row: Change) -> None:
    assert bool(row.rules) == bool(row.example), "rules need an example, and an example its rules"
    if row.rules:
        assert set(row.rules) <= _spoken(row, "native")


@pytest.mark.parametrize("row", [row for row in CHANGES if row.rules and not row.stops], ids=lambda row: row.title)
def test_what_the_shims_do_otherwise_is_spoken_of_or_explained(row: Change) -> None:
    differs = any(explains(row, each) for each in ON_SHIMS)
    assert bool(row.on_shims) == (differs and not set(row.rules) & _spoken(row, "compat"))


def test_a_silent_row_has_rules_or_says_why_not() -> None:
    assert [row.title for row in CHANGES if bool(row.unseen) != (not row.stops and not row.rules)] == []


def test_titles_differ() -> None:
    titles = [row.title for row in CHANGES]
    assert len(set(titles)) == len(titles)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.behaviour.page --write"
