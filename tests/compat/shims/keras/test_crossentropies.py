"""Crossentropies of models that end with another activation, with the losses of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest
import tensorflow as tf
from packaging.version import Version

from compat import keras
from tests.quick import only

RANDOM = np.random.RandomState(0)
X = RANDOM.rand(8, 3).astype("float32")
KERNEL = RANDOM.rand(3, 3).astype("float32") * 3
Y = np.eye(3)[RANDOM.randint(0, 3, 8)].astype("float32")


@pytest.mark.parametrize(
    ("loss", "activation", "expected"),
    [
        ("binary_crossentropy", "softmax", 0.8978),
        ("binary_crossentropy", "sigmoid", 1.9454),
        ("categorical_crossentropy", "sigmoid", 1.0898),
        ("categorical_crossentropy", "softmax", 1.5560),
    ],
)
@pytest.mark.parametrize("by_itself", only((True,), [False, True]))
def test_of_what_the_model_returns(loss, activation, expected, by_itself):
    layers = [keras.layers.Dense(3, input_shape=(3,), activation=None if by_itself else activation)]
    if by_itself:
        layers.append(keras.layers.Activation(activation))
    model = keras.models.Sequential(layers)
    model.set_weights([KERNEL, np.zeros(3)])
    model.compile(keras.optimizers.SGD(0.0), loss)
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(expected, abs=1e-4)
    assert model.fit(X, Y, verbose=0).history["loss"] == [pytest.approx(expected, abs=1e-4)]


def test_saturated_outputs_keep_their_loss():
    model = keras.models.Sequential([keras.layers.Dense(3, input_shape=(3,), activation="softmax")])
    model.set_weights([100 * KERNEL, np.zeros(3)])
    model.compile("sgd", "categorical_crossentropy")
    assert model.evaluate(X, Y, verbose=0) > 50


@pytest.mark.parametrize(
    ("loss", "activation", "legacy", "modern"),
    [("binary_crossentropy", "softmax", 0.8978, 1.9454), ("categorical_crossentropy", "sigmoid", 1.0898, 1.5560)],
)
def test_of_what_a_model_of_an_own_class_returns(loss, activation, legacy, modern):
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.last = tf.keras.layers.Dense(3, activation=activation)

        def call(self, inputs):
            return self.last(inputs)

    model = Net()
    model.compile(tf.keras.optimizers.SGD(0.0), loss)
    model.fit(X, Y, verbose=0)
    model.set_weights([KERNEL, np.zeros(3)])
    expected = modern if Version(tf.__version__) >= Version("2.4") else legacy
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(expected, abs=1e-4)
