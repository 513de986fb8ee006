"""The rows of scikit-learn's keywords, against the release that is installed."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from compat.tables.names.library_keywords import LIBRARY_KEYWORDS
from compat.tables.names.scikit_keywords import SCIKIT_PLACES

pytest.importorskip("sklearn", minversion="1.8")

_OTHER_PLACES = ("sklearn.neural_network.MLPRegressor",)
"""What has places for other arguments today."""


@pytest.mark.parametrize("path", sorted(SCIKIT_PLACES))
def test_the_places_that_are_left(path: str) -> None:
    module, _, name = path.rpartition(".")
    parameters = inspect.signature(getattr(import_module(module), name)).parameters.values()
    places = tuple(each.name for each in parameters if each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keywords = {each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}
    kept = SCIKIT_PLACES[path].kept
    assert places[: len(kept)] == kept
    assert len(places) == len(kept) or path in _OTHER_PLACES
    assert set(SCIKIT_PLACES[path].named) <= {*keywords, *places, *LIBRARY_KEYWORDS.get(path, {})}
