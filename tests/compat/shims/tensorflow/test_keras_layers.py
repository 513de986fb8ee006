"""Layers of `tf.keras` on the shims, where they are not those of standalone Keras."""

import numpy as np

from compat import tensorflow as tf


def test_a_variable_that_is_set_on_a_layer_is_trained():
    class Scale(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.scale = tf.Variable([1.0], name="scale")
            self.calls = tf.Variable(0, trainable=False)
            self.label = tf.Variable("a")

        def call(self, inputs):
            return inputs * self.scale

    layer = Scale()
    model = tf.keras.Sequential([layer])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.train_on_batch(np.ones((2, 1), "float32"), np.zeros((2, 1), "float32"))
    assert [each.name for each in layer.trainable_weights] == ["scale"]
    assert len(layer.non_trainable_weights) == 1
    np.testing.assert_allclose(layer.get_weights()[0], [0.8])
