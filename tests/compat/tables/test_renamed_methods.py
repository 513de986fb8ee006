"""Every row of the table of renamed methods: since a release the class has the modern name, with the same arguments."""

import inspect

import pytest

pytest.importorskip("tensorflow")

import tensorflow as tf

from compat.tables.methods.renamed_methods import METRICS, RENAMED_METHODS, STRATEGIES
from tests.compat.releases import FAMILIES, IS_MODERN, TENSORFLOW, find

CASES = [(row, owner) for row in RENAMED_METHODS for owner in row.classes]
SINCE = {"keras 2.5": (2, 5)}
"""The first TensorFlow that comes with a Keras."""
LEGACY_SINCE = {
    "experimental_run_v2": (1, 14),
    "experimental_distribute_datasets_from_function": (1, 15),
    "reset_states": (1, 13),
}
LEGACY_UNTIL = {
    "experimental_run_v2": (2, 3),
    "experimental_distribute_datasets_from_function": (9, 9),
    "reset_states": (2, 15),
}


def found(owner):
    """The class, None where the release lacks it."""
    return find(tf.keras if owner in METRICS else tf, owner)


def since(row):
    return SINCE.get(row.since) or tuple(int(part) for part in row.since.split()[1].split("."))


@pytest.mark.parametrize(("row", "owner"), CASES, ids=lambda each: getattr(each, "legacy", each))
def test_has_the_name_of_its_time(row, owner):
    made = found(owner)
    if made is None:
        pytest.skip("no such class")
    assert hasattr(made, row.modern) is (since(row) <= TENSORFLOW)
    assert hasattr(made, row.legacy) is (LEGACY_SINCE[row.legacy] <= TENSORFLOW <= LEGACY_UNTIL[row.legacy])


@pytest.mark.parametrize(
    "row", [row for row in RENAMED_METHODS if row.classes == STRATEGIES], ids=lambda row: row.legacy
)
def test_takes_the_legacy_arguments(row):
    owner = found(STRATEGIES[0])
    methods = [getattr(owner, name) for name in (row.legacy, row.modern) if hasattr(owner, name)]
    if not methods:
        pytest.skip("no such method")
    legacy = {"experimental_run_v2": ["self", "fn", "args", "kwargs"]}.get(row.legacy, ["self", "dataset_fn"])
    for method in methods:
        assert [*inspect.signature(inspect.unwrap(method)).parameters][: len(legacy)] == legacy


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 has")
def test_what_else_has_reset_states_in_keras_3():
    keras = FAMILIES[0].keras
    layers = [keras.layers.LSTM(2), keras.layers.RNN(keras.layers.LSTMCell(2)), keras.layers.ConvLSTM2D(2, 3)]
    assert all(hasattr(layer, "reset_states") for layer in [*layers, keras.layers.Bidirectional(layers[0])])
    assert not hasattr(keras.Sequential(), "reset_states")
    assert not hasattr(keras.Sequential(), "reset_state")
