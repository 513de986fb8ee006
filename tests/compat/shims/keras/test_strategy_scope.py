"""Models that are compiled outside the scope in which they are trained, or built."""

import numpy as np
import pytest

from compat import keras
from tests.quick import first

RANDOM = np.random.RandomState(0)
X = RANDOM.rand(64, 4).astype("float32")
Y = X.sum(axis=1, keepdims=True)


def fitted(model):
    return model.fit(X, Y, batch_size=16, epochs=3, shuffle=False, verbose=0).history["loss"]


@pytest.mark.parametrize("shape", first(1, [{}, {"input_shape": (4,)}]))
def test_compiled_first(shape, two_replicas):
    """Without a shape, `fit` builds the model: the losses are those of TensorFlow 2.3.4, 2.10.1 and 2.15.1."""
    layers = [
        keras.layers.Dense(3, kernel_initializer="ones", **shape),
        keras.layers.Dense(1, kernel_initializer="ones"),
    ]
    model = keras.models.Sequential(layers)
    model.compile(keras.optimizers.Adam(0.1), "mse", metrics=["mae"])
    with two_replicas.scope():
        losses = fitted(model)
    np.testing.assert_allclose(losses, [6.523300, 1.466440, 3.036106], rtol=1e-4)
    assert type(model.layers[0].kernel.value).__name__ == "MirroredVariable"


def test_compiled_outside(two_replicas):
    with two_replicas.scope():
        model = keras.models.Sequential([keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(4,))])
    model.compile(keras.optimizers.SGD(0.1, momentum=0.9), "mse")
    np.testing.assert_allclose(fitted(model), [1.849101, 1.466140, 1.132545], rtol=1e-4)
