"""Weights of another shape are loaded into a layer of as many. The same tests pass on Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras

L = keras.layers


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    model = keras.models.Sequential(
        [L.Conv2D(2, 1, input_shape=(1, 1, 1), name="first"), L.Flatten(), L.Dense(3, name="last")]
    )
    path = str(tmp_path_factory.mktemp("weights") / "w.h5")
    model.save_weights(path)
    return path, model.get_weights()


def convolutions(filters=3):
    return keras.models.Sequential(
        [L.Conv2D(2, 1, input_shape=(1, 1, 1), name="first"), L.Conv2D(filters, 1, name="last")]
    )


@pytest.mark.parametrize("by_name", [False, True])
def test_loaded(saved, by_name):
    path, weights = saved
    model = convolutions()
    with pytest.raises(ValueError):  # noqa: PT011 - Keras 2.3.1 speaks of axes, Keras 3 of shapes
        model.load_weights(path, by_name=by_name)
    model.load_weights(path, by_name=by_name, reshape=True)
    assert [each.shape for each in model.get_weights()] == [(1, 1, 1, 2), (2,), (1, 1, 2, 3), (3,)]
    for found, expected in zip(model.get_weights(), weights):
        np.testing.assert_array_equal(found.ravel(), expected.ravel())


def test_other_sizes(saved):
    with pytest.raises(ValueError, match="equal size"):
        convolutions(filters=4).load_weights(saved[0], reshape=True)
