"""The rows of scikit-learn's keywords, against the release that is installed."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from compat.tables.names.scikit_keywords import SCIKIT_PLACES

pytest.importorskip("sklearn", minversion="1.0")


@pytest.mark.parametrize("path", sorted(SCIKIT_PLACES))
def test_the_places_that_are_left(path: str) -> None:
    module, _, name = path.rpartition(".")
    parameters = inspect.signature(getattr(import_module(module), name)).parameters.values()
    places = tuple(each.name for each in parameters if each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keywords = {each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}
    assert places == SCIKIT_PLACES[path].kept
    assert set(SCIKIT_PLACES[path].named) <= keywords
