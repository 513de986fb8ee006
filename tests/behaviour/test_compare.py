"""What counts as a difference, and which row explains it."""

from __future__ import annotations

from typing import Any

import pytest

from compat.tables.rows import Change
from tests.behaviour.agreement import agree, first_difference
from tests.behaviour.compare import Difference, differences, shims_unexplained, unexplained, without_difference

ROW = Change("A cause", ("layers: A* / output",), ("keras 2.*",), "It was.", "It is.", "do", "https://example.org")
FOUND = Difference("layers: A(axis=[1]) / output", "keras 2.3.1", 1.0, 2.0)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (1.0, 1.000001),
        (1000.0, 1000.005),
        (0.0, 9e-6),
        ("nan", "nan"),
        ([1, "a", None], [1.0, "a", None]),
        ({"shape": [2], "values": [1.0, 2.0]}, {"shape": [2], "values": [1.0, 2.0]}),
    ],
)
def test_agreement(before: Any, now: Any) -> None:
    assert agree(before, now)


@pytest.mark.parametrize(
    ("before", "now", "first"),
    [
        (1.0, 1.0001, (1.0, 1.0001)),
        (1.0, "nan", (1.0, "nan")),
        (True, 1.5, (True, 1.5)),
        ([1, 2], [1, 2, 3], ([1, 2], [1, 2, 3])),
        ({"shape": [2], "values": [1.0, 2.0]}, {"shape": [2], "values": [1.0, 3.0]}, (2.0, 3.0)),
        ({"shape": [2]}, {"raises": "E"}, ({"shape": [2]}, {"raises": "E"})),
    ],
)
def test_disagreement_and_where_it_begins(before: Any, now: Any, first: tuple[Any, Any]) -> None:
    assert not agree(before, now)
    assert first_difference(before, now) == first


ERROR = {"raises": "TypeError", "says": "no"}


@pytest.mark.parametrize(
    ("before", "now", "keys"),
    [
        ({"p / a": 1}, {"p / a": 1}, []),
        ({"p / a": 1, "p / b": 1}, {"p / a": 2, "p / b": 1}, ["p / a"]),
        ({"p / a": 1}, {"p / a": 1, "p / b": 2}, ["p / b"]),
        ({"p / a": 1, "p / b": 1}, {"p / a": 1}, ["p / b"]),
        # an error stands for all that comes after it
        ({"p / a": 1, "p / b": 1}, {"p / a": 1, "p / raises": ERROR}, ["p / raises"]),
        ({"p / a": 1, "p / b": 1}, {"p / a": 2, "p / raises": ERROR}, ["p / a", "p / raises"]),
        # what did not run before, and names that are gone, are no differences
        ({"p / raises": ERROR}, {"p / a": 1}, []),
        ({"p / a": 1, "p / absent": "keras.x"}, {"p / a": 2}, []),
        ({"p / a": 1}, {"p / absent": "keras.x"}, []),
        ({"p / a": 1}, {}, []),
    ],
)
def test_differences(before: dict[str, Any], now: dict[str, Any], keys: list[str]) -> None:
    assert [each.key for each in differences("keras 2.3.1", before, now)] == keys


def test_a_row_explains_what_its_patterns_fit() -> None:
    others = [FOUND._replace(key="layers: B / output"), FOUND._replace(surface="tf.keras 1.15")]
    assert unexplained([FOUND, *others], [ROW]) == others


def test_a_pattern_that_fits_nothing_is_idle() -> None:
    row = ROW._replace(probes=(*ROW.probes, "losses: *"), releases=(*ROW.releases, "tf.keras 1.*"))
    assert without_difference([FOUND], [ROW]) == []
    assert without_difference([FOUND], [row]) == [(row, "losses: *"), (row, "tf.keras 1.*")]


def test_what_the_shims_carry_they_do_as_before() -> None:
    assert shims_unexplained([FOUND], [ROW]) == []
    assert shims_unexplained([FOUND], [ROW._replace(carried=True)]) == [FOUND]
