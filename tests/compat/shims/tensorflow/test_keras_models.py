"""`Model.build(shape)` of `tf.keras` made the weights of a subclass; the numbers are those of TensorFlow 2.3.4."""

import numpy as np
import pytest

from compat import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)
        self.normalization = tf.keras.layers.BatchNormalization()

    def call(self, inputs, training=None):
        return self.normalization(tf.nn.relu(self.dense(inputs)), training=training)


class Told(Net):
    def call(self, inputs, training):
        return self.normalization(self.dense(inputs), training=training)


class Several(Net):
    def call(self, inputs):
        first, second = inputs
        return self.dense(tf.concat([first, second], 1))


class Nested(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Net()

    def call(self, inputs):
        return self.net(inputs)


class Built(Net):
    def build(self, input_shape):
        self.scale = self.add_weight(name="scale", shape=(2,), initializer="ones")
        super().build(input_shape)


@pytest.mark.parametrize(
    ("model", "shape", "trained", "kept"),
    [
        (Net, (None, 4), 4, 6),
        (Net, tf.TensorShape([2, 4]), 4, 6),
        (Told, (None, 4), 4, 6),
        (Several, [(None, 4), (None, 2)], 2, 2),
        (Nested, (None, 4), 4, 6),
        (Built, (None, 4), 5, 7),
    ],
)
def test_weights(model, shape, trained: int, kept: int):
    made = model()
    made.build(shape)
    assert (len(made.trainable_variables), len(made.weights), made.built) == (trained, kept, True)


def test_weights_go_from_one_model_to_another():
    online, target = Net(), Net()
    online.build((None, 4))
    target.build(input_shape=(None, 4))
    target.set_weights(online.get_weights())
    x = np.linspace(-1, 1, 8).reshape(2, 4).astype("float32")
    np.testing.assert_allclose(online(x), target(x))
    assert np.any(np.asarray(online(x)))


def test_a_called_model_is_built_as_before():
    made = Built()
    made(np.ones((2, 4), "float32"))
    assert len(made.weights) == 7


def test_other_models():
    row = tf.keras.Sequential([tf.keras.layers.Dense(2)])
    row.build((None, 4))
    inputs = tf.keras.Input((4,))
    functional = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))
    functional.build((None, 4))
    assert [len(each.weights) for each in (row, functional)] == [2, 2]
