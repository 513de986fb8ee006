"""The table of strategies: its names are those of the releases, and `upgrade` does with them what it says."""

from __future__ import annotations

import pytest

from codemods.explain.names import Subject
from codemods.explain.rows import facts
from codemods.releases import api
from codemods.rules import all_rules
from compat.tables.behaviour.strategies import STRATEGIES
from compat.tables.rows import KEPT, ON_SHIMS, RENAMED, REPORTED, Strategy
from tests.codemods.checks import check_sound

NAMES = [(row, name) for row in STRATEGIES for name in row.names]
TARGET = "2.21.0"


def _as_written(name: str) -> str:
    return name.replace("tensorflow.", "tf.", 1)


def test_every_name_has_one_row() -> None:
    names = [name for _, name in NAMES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.names[0])
def test_names_are_those_of_releases(row: Strategy) -> None:
    for name in row.names:
        found = api.lookup(name)
        assert found is not None, name
        assert (TARGET in found.releases) is (row.upgrade == KEPT), name
    if row.today:
        today = api.lookup(row.today)
        assert today is not None
        assert TARGET in today.releases


@pytest.mark.parametrize(("row", "name"), NAMES, ids=[name for _, name in NAMES])
def test_upgrade_does_what_the_table_says(row: Strategy, name: str) -> None:
    result = check_sound(f"import tensorflow as tf\n\nmade = {_as_written(name)}(*arguments)\n")
    after, codes = result.after.decode(), {each.code for each in (*result.findings, *result.changes)}
    if row.upgrade == KEPT:
        assert result.after == result.before
        assert not result.findings
    elif row.upgrade == RENAMED:
        assert f"made = {_as_written(row.today)}(*arguments)" in after
        assert not result.findings
    elif row.upgrade == ON_SHIMS:
        assert f"made = contrib_distribute.{name.rpartition('.')[2]}(*arguments)" in after
    else:
        assert row.upgrade == REPORTED
        assert result.after == result.before
    if row.upgrade != KEPT:
        assert row.code in codes


def test_codes_are_those_of_rules() -> None:
    assert {row.code for row in STRATEGIES if row.code} <= {rule.code for rule in all_rules()}


def test_explain_says_what_was_run() -> None:
    for row, name in NAMES:
        assert row.measured in [fact.text for fact in facts(Subject(name, None))]
