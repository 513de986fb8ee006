"""The removed names that no API table knows, checked against the installed TensorFlow and Keras."""

import importlib

import pytest

keras = pytest.importorskip("keras")

import tensorflow as tf  # noqa: E402

from compat.tables.removed import REMOVED  # noqa: E402
from tests.compat.tables.private_names import SINCE  # noqa: E402

keras_3_only = pytest.mark.skipif(keras.__version__.startswith("2."), reason="the rows are about Keras 3")

EMPTY = ["tensorflow.compat.v1.layers", "tensorflow.compat.v1.nn.rnn_cell"]
"""Modules that are empty with Keras 3."""

GONE_IN = {row.legacy: row.gone_in for row in REMOVED}


@pytest.mark.parametrize("legacy", sorted(SINCE))
def test_name_is_there_until_it_goes(legacy):
    at_hand = keras.__version__ if legacy.startswith("keras") else tf.__version__
    if numbers(at_hand) < numbers(SINCE[legacy]):
        pytest.skip("it came later")
    assert exists(legacy) == (numbers(at_hand) < numbers(GONE_IN[legacy]))


@keras_3_only
def test_names_are_gone():
    assert [row.legacy for row in REMOVED if is_reached(row.legacy)] == EMPTY


@keras_3_only
def test_legacy_cells_are_hidden_from_attribute_access_only():
    cells = "tensorflow.compat.v1.nn.rnn_cell"
    rows = [row.legacy.rpartition(".")[2] for row in REMOVED if row.legacy.startswith(cells + ".")]
    assert len(rows) == 10
    assert [name for name in rows if not hasattr(importlib.import_module(cells), name)] == []


def is_reached(name):
    """True if a script reaches it as an attribute."""
    owner = importlib.import_module(name.split(".")[0])
    for part in name.split(".")[1:]:
        owner = getattr(owner, part, None)
        if owner is None:
            return False
    return True


def numbers(release):
    """`tensorflow 2.16`, `2.21.0` and `2.22.0rc0` as numbers."""
    return tuple(int(part.split("rc")[0]) for part in release.split()[-1].split("."))


def exists(name):
    """True if it can be imported, or imported from the module above it."""
    module, _, last = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), last) or bool(importlib.import_module(name))
    except ImportError:
        return False
