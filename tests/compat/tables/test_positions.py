"""What the signatures of today do not show about positional arguments."""

import inspect

import numpy as np
import pytest

pytest.importorskip("tensorflow")

from tests.compat.releases import IS_MODERN

pytestmark = pytest.mark.skipif(not IS_MODERN, reason="about Keras 3")

X, Y = np.ones((2, 3), "float32"), np.zeros((2, 1), "float32")


def model():
    import keras

    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, kernel_initializer="ones")])
    made.compile("sgd", "mse")
    return made


def test_add_weight_reads_its_arguments():
    import keras

    from compat.tables.keywords.positions import READ_FROM_ARGS

    layer = keras.layers.Layer()
    weight = layer.add_weight((2,), "ones", "float16")
    assert READ_FROM_ARGS["add_weight"] == ("shape", "initializer", "dtype")
    assert (weight.shape, weight.dtype) == ((2,), "float16")
    np.testing.assert_array_equal(weight, [1, 1])
    with pytest.raises(TypeError):
        layer.add_weight((2,), "ones", "float16", True)


def test_keywords_that_are_still_read(tmp_path):
    from compat.tables.keywords.positions import READ_FROM_KWARGS

    assert {"by_name", "include_optimizer"} == READ_FROM_KWARGS
    made = model()
    path = str(tmp_path / "m.h5")
    made.fit(X, Y, verbose=0)
    made.save(path, include_optimizer=False)
    other = model()
    other.layers[0].name = made.layers[0].name
    other.load_weights(path, by_name=True)
    np.testing.assert_array_equal(other.get_weights()[0], made.get_weights()[0])


def test_the_third_argument_of_compile_is_not_metrics():
    import keras

    assert list(inspect.signature(keras.Model.compile).parameters)[3:5] == ["loss_weights", "metrics"]
    made = model()
    made.compile("sgd", "mse", ["mae"])
    with pytest.raises((TypeError, ValueError)):
        made.fit(X, Y, verbose=0)
