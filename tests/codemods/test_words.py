"""Findings in plain words: one line and one action each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codemods.engine.engine import check, upgrade
from codemods.source.wording import ROOM, concise, listed, without_link
from codemods.types import Settings, Upgraded
from compat.tables.behaviour.changed_values import CHANGED_VALUES
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.removed import REMOVED
from tests.quick import first, only

SOURCES = sorted(Path(__file__).with_name("fixtures").rglob("*.in.py"))


def _advice() -> Iterator[tuple[str, str]]:
    for removed in REMOVED:
        yield removed.legacy, f"{removed.advice} ({removed.url})"
    for row in (*GONE_METHODS, *IGNORED_KEYWORDS, *CHANGED_VALUES):
        yield "keras.models.Model", f"{row.advice} ({row.url})"


def test_actions_of_the_tables_fit_in_a_line() -> None:
    for symbol, advice in _advice():
        short = concise(advice, symbol, "TFM190")
        assert len(without_link(short)) <= ROOM, short
        assert "\n" not in short
        assert short.count("(") == short.count(")"), short


@pytest.mark.parametrize("to", first(1, ["native", "compat"]))
@pytest.mark.parametrize(
    "path", only(SOURCES[::4], SOURCES), ids=lambda path: f"{path.parent.name}/{path.name.partition('.')[0]}"
)
def test_words_of_the_fixtures_fit_in_a_line(path: Path, to: str) -> None:
    for result in (upgrade(path.read_bytes(), Settings(to)), check(path.read_bytes(), Settings(to))):
        assert isinstance(result, Upgraded)
        said = [each.message for each in (*result.changes, *result.findings, *result.notes)]
        said += [without_link(each.advice) for each in (*result.findings, *result.notes)]
        assert [each for each in said if len(each) > ROOM or "\n" in each or not each.strip()] == []


def test_a_short_action_stays() -> None:
    advice = "use keras.layers.Dense (https://keras.io)"
    assert concise(advice, "keras.layers.core.Dense", "TFM190") == advice


def test_a_link_takes_no_room() -> None:
    advice = "use keras.layers.Dense " + "in the way that the guide shows " * 5 + f"(https://keras.io/{'guide/' * 10})"
    assert concise(advice, "", "TFM190") == advice


def test_a_long_action_ends_with_a_clause() -> None:
    advice = "build it anew (with one, two, three); " + "and then, " * 30
    said = concise(advice, "keras.layers.core.Dense(units=)", "TFM190")
    assert said.endswith("and then; for more: python -m codemods explain keras.layers.core.Dense")
    assert len(said) <= ROOM


def test_lists_end_where_the_line_does() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed(["a" * 120, "b"]) == "a" * 120 + " and 1 more"
    assert listed(f"name_{index}" for index in range(50)).endswith(" and 38 more")
