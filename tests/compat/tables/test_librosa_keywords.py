"""The rows of librosa's keywords, against the release that is installed."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from compat.tables.names.librosa_keywords import LIBROSA_PLACES

pytest.importorskip("librosa", minversion="0.10")


@pytest.mark.parametrize("path", sorted(LIBROSA_PLACES))
def test_the_places_that_are_left(path: str) -> None:
    module, _, name = path.rpartition(".")
    parameters = inspect.signature(getattr(import_module(module), name)).parameters.values()
    places = tuple(each.name for each in parameters if each.kind is not inspect.Parameter.KEYWORD_ONLY)
    keywords = {each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}
    assert places[: len(LIBROSA_PLACES[path].kept)] == LIBROSA_PLACES[path].kept
    assert set(LIBROSA_PLACES[path].named) <= keywords
