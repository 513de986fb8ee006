"""Layers that an own layer makes in `__call__`: Keras 2 trained them in a `Sequential`, and Keras 3 does not."""

import numpy as np
import pytest

from tests.compat.releases import FAMILIES, IS_MODERN

keras = FAMILIES[0].keras
layers = keras.layers


class Head(layers.Layer):
    def __call__(self, inputs):
        return layers.Dense(3, use_bias=False, kernel_initializer="ones")(inputs)


def sequential():
    return keras.Sequential(
        [
            layers.Dense(2, input_shape=(2,), kernel_initializer="ones"),
            Head(),
            layers.Dense(1, kernel_initializer="ones"),
        ]
    )


def functional():
    inputs = layers.Input((2,))
    hidden = Head()(layers.Dense(2, kernel_initializer="ones")(inputs))
    return keras.Model(inputs, layers.Dense(1, kernel_initializer="ones")(hidden))


@pytest.mark.parametrize("build", [sequential, functional])
def test_losses(build):
    model = build()
    model.compile(keras.optimizers.SGD(0.01), "mse")
    rows, labels = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")
    is_trained = build is functional or not IS_MODERN
    assert len(model.trainable_weights) == (5 if is_trained else 4)
    losses = [float(model.train_on_batch(rows, labels)) for _ in range(2)]
    np.testing.assert_allclose(losses, [144.0, 0.068 if is_trained else 0.078], rtol=0.01)
