"""Layers of noise whose subclass has a `call` without `training` follow the phase, as in Keras 2."""

import numpy as np
import pytest

keras = pytest.importorskip("keras", minversion="3")

from compat.keras import layers, models  # noqa: E402

ONES = np.ones((4, 50), "float32")


def own(base):
    class Own(base):
        def call(self, inputs):
            return super().call(inputs)

    return Own


@pytest.mark.parametrize("name", ["Dropout", "GaussianNoise", "GaussianDropout"])
def test_only_training_is_noisy(name):
    model = models.Sequential([own(getattr(layers, name))(0.5, input_shape=(50,))])
    model.compile("sgd", "mse")
    assert model.predict(ONES) == pytest.approx(ONES)
    assert model.evaluate(ONES, ONES, verbose=0) == pytest.approx(0.0)
    assert np.std(model(ONES, training=True)) > 0.1
    assert model.train_on_batch(ONES, ONES) > 0.01


def test_an_argument_that_is_given_counts():
    layer = layers.Dropout(0.5)
    assert np.std(layer(ONES, training=True)) > 0.1
    assert np.std(layer(ONES, training=False)) == 0.0
    assert np.std(layer(ONES)) == 0.0
