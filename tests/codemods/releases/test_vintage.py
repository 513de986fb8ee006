"""The releases that were there at a time."""

from __future__ import annotations

from datetime import date

import pytest

from codemods.releases import api, vintage
from codemods.releases.environments import pairs
from codemods.releases.versions import minor_version
from codemods.releases.vintage import Vintage


def last(known: Vintage) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The last lines of TensorFlow and of Keras."""
    return max(minor_version(each) for each, _ in known.pairs), max(minor_version(each) for _, each in known.pairs)


@pytest.mark.parametrize(
    ("known", "tensorflow", "keras"),
    [
        (Vintage(date(2016, 12, 1)), (1, 12), (1, 2)),
        (Vintage(date(2017, 6, 1)), (1, 12), (2, 1)),
        (Vintage(date(2018, 5, 1)), (1, 12), (2, 2)),
        (Vintage(date(2019, 2, 1)), (2, 0), (2, 3)),
        (Vintage(date(2020, 3, 1)), (2, 3), (2, 4)),
        (Vintage(date(2023, 9, 25)), (2, 15), (2, 15)),
        (Vintage(python=(2, 7)), (2, 1), (2, 3)),
        (Vintage(python=(3, 6)), (2, 6), (2, 6)),
        (Vintage(python=(3, 8)), (2, 13), (2, 13)),
        (Vintage(is_of_backends=True), (2, 2), (2, 3)),
        (Vintage(date(2019, 2, 1), (3, 5), is_of_backends=True), (2, 0), (2, 3)),
    ],
    ids=str,
)
def test_last_releases_of_a_time(known: Vintage, tensorflow: tuple[int, ...], keras: tuple[int, ...]) -> None:
    assert last(known) == (tensorflow, keras)


@pytest.mark.parametrize("known", [Vintage(), Vintage(date(2024, 6, 1)), Vintage(python=(3, 11))], ids=str)
def test_nothing_is_ruled_out(known: Vintage) -> None:
    first = {keras for tensorflow, keras in known.pairs if minor_version(tensorflow) == (2, 16)}
    assert {minor_version(each)[0] for each in first} == {3}


def test_first_releases_are_never_ruled_out() -> None:
    """What is older than the tables is what their first releases stand for."""
    assert last(Vintage(date(2015, 12, 1))) == ((1, 12), (1, 2))


def test_contradiction_tells_nothing() -> None:
    """A clock that was wrong, or a notebook that was saved again with another Python."""
    assert Vintage(date(2016, 1, 1), (3, 11)).pairs == Vintage(date(2016, 1, 1)).pairs
    assert vintage._pairs(Vintage(is_of_backends=True, python=(3, 11))) == vintage._pairs(Vintage(is_of_backends=True))


def test_days_are_in_the_order_of_the_lines() -> None:
    """TensorFlow 2.0 had previews before 1.14 was out."""
    for days in (vintage._TENSORFLOW, vintage._KERAS):
        lines = [line for line in days if line != (2, 0)]
        assert lines == sorted(lines)
        assert [days[line] for line in lines] == sorted(days[line] for line in lines)


def test_each_line_that_a_time_can_rule_out_has_a_day() -> None:
    lines = {minor_version(each) for each in api.releases("tensorflow")}
    assert {line for line in lines if (1, 12) < line <= (2, 16)} == set(vintage._TENSORFLOW)
    of_keras = {minor_version(each) for _, each in pairs()}
    assert {line for line in of_keras if (1, 2) < line < (2, 6)} == {line for line in vintage._KERAS if line < (3, 0)}
