"""Signatures that the tables of the shims say by hand, held against those recorded from the releases."""

from itertools import takewhile

import pytest

from codemods.releases import api
from compat.tables.behaviour.optimizers import LEGACY_OPTIMIZERS, NOT_POSITIONAL_IN_2_3
from compat.tables.behaviour.train_optimizers import TRAIN_OPTIMIZERS
from compat.tables.methods.generator_methods import GENERATOR_METHODS, LOADING_DEFAULTS

NEWEST = "3.15.1"


def recorded(symbol, release):
    found = api.signature(symbol, release)
    assert found is not None
    return found


def defaults(signature):
    return {each.name: each.default for each in signature.parameters}


@pytest.mark.parametrize("row", LEGACY_OPTIMIZERS, ids=lambda row: row.symbol)
def test_optimizer(row):
    first, last, modern = (recorded(row.symbol, release) for release in ("2.2.4", "2.3.1", NEWEST))
    renamed = ("learning_rate", *row.parameters[1:])
    assert first.positional == row.parameters
    assert last.positional == tuple(name for name in renamed if name not in NOT_POSITIONAL_IN_2_3)
    assert defaults(first)["lr"] == defaults(last)["learning_rate"] == repr(row.learning_rate)
    assert defaults(modern)["learning_rate"] == repr(row.modern_learning_rate)
    same = takewhile(lambda names: names[0] == names[1], zip(renamed, modern.positional, strict=False))
    assert len(list(same)) == row.same_positions


@pytest.mark.parametrize("row", TRAIN_OPTIMIZERS, ids=lambda row: row.legacy)
def test_train_optimizer(row):
    found = recorded(row.legacy, "1.15.5")
    assert found.positional == row.parameters
    assert set(row.keywords) | set(row.defaults) <= set(row.parameters)


@pytest.mark.parametrize("row", GENERATOR_METHODS, ids=lambda row: row.legacy)
def test_generator_method(row):
    found = recorded("keras.models.Model." + row.legacy, "2.3.1")
    assert found.positional == row.parameters
    assert {name: defaults(found)[name] for name in LOADING_DEFAULTS} == {
        name: repr(value) for name, value in LOADING_DEFAULTS.items()
    }
    if row.verbose:
        assert defaults(found)["verbose"] == row.verbose
