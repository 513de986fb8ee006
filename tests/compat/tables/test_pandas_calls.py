"""The rows of pandas's calls, against the release that is installed."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

from compat.tables.names.pandas_calls import (
    FRAMES,
    FUNCTION_KEYWORDS,
    FUNCTIONS,
    METHOD_KEYWORDS,
    OFFSETS,
    PERIODS,
    RENAMED,
    REPORTED,
    SERIES,
    TEXTS,
    UNITS,
)
from compat.tables.names.pandas_members import MAKERS, MEMBERS
from compat.tables.names.places import Places

pandas = pytest.importorskip("pandas", minversion="3.0")

_METHODS = [
    *((pandas.DataFrame, name, places) for name, places in FRAMES.items() if name not in RENAMED),
    *((pandas.Series, name, places) for name, places in SERIES.items() if name not in RENAMED),
    *((pandas.Series.str, name, places) for name, places in TEXTS.items()),
]


def _object(path: str) -> Any:
    found: Any = import_module("pandas")
    for name in path.split(".")[1:]:
        found = getattr(found, name)
    return found


def _parameters(function: Any) -> list[inspect.Parameter]:
    """The parameters behind the decorators that take places with a warning."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return [each for each in inspect.signature(function).parameters.values() if each.name != "self"]


def _check(function: Any, places: Places) -> None:
    """The places that a row has are left, under any name, and the next one means another parameter, or none."""
    found = [each.name for each in _parameters(function) if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    found = [name for name in found if name not in ("args", "kwargs")]
    assert len(found) >= len(places.kept)
    assert places.named[0] not in found[len(places.kept) : len(places.kept) + 1]


@pytest.mark.parametrize("path", sorted(FUNCTIONS))
def test_functions(path: str) -> None:
    _check(_object(path), FUNCTIONS[path])


@pytest.mark.parametrize(("owner", "name", "places"), _METHODS)
def test_methods(owner: Any, name: str, places: Places) -> None:
    _check(getattr(owner, name), places)


@pytest.mark.parametrize("path", sorted(FUNCTION_KEYWORDS))
def test_keywords_of_functions(path: str) -> None:
    names = {each.name for each in _parameters(_object(path))}
    for keyword, row in FUNCTION_KEYWORDS[path].items():
        assert keyword not in names
        assert not row.successor or row.successor in names


@pytest.mark.parametrize("method", sorted(METHOD_KEYWORDS))
def test_keywords_of_methods(method: str) -> None:
    owners = [each for each in (pandas.DataFrame, pandas.Series) if hasattr(each, method)]
    names = {each.name for owner in owners for each in _parameters(getattr(owner, method))}
    for keyword, row in METHOD_KEYWORDS[method].items():
        assert keyword not in names
        assert not row.successor or row.successor in names


@pytest.mark.parametrize("alias", sorted(OFFSETS))
def test_offsets(alias: str) -> None:
    with pytest.raises(ValueError, match="frequency"):
        pandas.tseries.frequencies.to_offset(alias)
    assert pandas.tseries.frequencies.to_offset(OFFSETS[alias]).freqstr.startswith(OFFSETS[alias])


@pytest.mark.parametrize("alias", sorted(PERIODS))
def test_periods(alias: str) -> None:
    with pytest.raises(ValueError, match="frequency"):
        pandas.Period("2017-01-01", freq=alias)
    assert pandas.Period("2017-01-01", freq=PERIODS[alias]).freqstr.startswith(PERIODS[alias])


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_units(unit: str) -> None:
    with pytest.raises(ValueError, match="unit"):
        pandas.Timedelta(1, unit=unit)
    assert pandas.Timedelta(1, unit=UNITS[unit]).value


@pytest.mark.parametrize("name", sorted({*RENAMED, *REPORTED}))
def test_names(name: str) -> None:
    assert not hasattr(pandas.DataFrame, name)
    assert not hasattr(pandas.Series, name)


@pytest.mark.parametrize("path", sorted(MAKERS))
def test_makers(path: str) -> None:
    assert callable(_object(path))


def test_members() -> None:
    names = {each for owner in (pandas.DataFrame, pandas.Series) for each in dir(owner) if not each.startswith("_")}
    assert names <= MEMBERS
