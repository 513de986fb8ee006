"""`add_metric` of models and layers: the means are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend

X = np.arange(8, dtype="float32").reshape(8, 1)
Y = np.zeros((8, 1), "float32")
SUMS = [6.0, 22.0]
"""Of the two batches."""


class Summed(keras.layers.Layer):
    def build(self, input_shape):
        self.a = self.add_weight("a", (1, 1), initializer="ones", trainable=False)
        super().build(input_shape)

    def call(self, inputs):
        self.add_metric(backend.sum(inputs), name="total")
        return inputs * self.a

    def compute_output_shape(self, input_shape):
        return input_shape


def test_in_a_layer(tmp_path):
    inputs = keras.layers.Input((1,))
    model = keras.models.Model(inputs, keras.layers.Dense(1, kernel_initializer="zeros")(Summed()(inputs)))
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, Y, 4, epochs=2, verbose=0, validation_data=(X[:4], Y[:4]), shuffle=False).history
    assert history["total"] == pytest.approx([np.mean(SUMS)] * 2)
    assert history["val_total"] == pytest.approx([6.0] * 2)
    assert model.metrics_names == ["loss", "mae", "total"]
    assert model.evaluate(X, Y, 4, verbose=0)[-1] == pytest.approx(np.mean(SUMS))
    assert model.count_params() == 3
    model.save_weights(str(tmp_path / "a.h5"))
    model.load_weights(str(tmp_path / "a.h5"))


def test_of_a_model():
    inputs = keras.layers.Input((1,))
    outputs = keras.layers.Dense(1, kernel_initializer="ones", trainable=False)(inputs)
    model = keras.models.Model(inputs, outputs)
    model.add_metric(backend.sum(outputs), name="sum")
    model.add_metric(keras.metrics.Mean(name="average")(outputs))
    model.compile("sgd", "mse")
    history = model.fit(X, Y, 4, epochs=2, verbose=0, shuffle=False).history
    assert history["sum"] == pytest.approx([np.mean(SUMS)] * 2)
    assert history["average"] == pytest.approx([3.5] * 2)
    assert model.evaluate(X, Y, 4, verbose=0)[1:] == pytest.approx([np.mean(SUMS), 3.5])
    assert np.shape(model.predict(X)) == (8, 1)


def test_beside_a_loss():
    inputs = keras.layers.Input((1,))
    outputs = keras.layers.Dense(1, kernel_initializer="ones")(inputs)
    model = keras.models.Model(inputs, outputs)
    loss = backend.mean(backend.square(outputs))
    model.add_metric(loss, name="square")
    model.add_loss(loss)
    model.compile("sgd")
    assert model.test_on_batch(X, None) == pytest.approx([17.5, 17.5])


def test_in_the_call_of_a_model():
    class Own(keras.models.Model):
        def __init__(self):
            super().__init__(name="own")
            self.dense = keras.layers.Dense(1, kernel_initializer="zeros")
            self.mean = keras.metrics.Mean(name="average")

        def call(self, x):
            self.add_metric(backend.sum(x), name="sum")
            self.add_metric(self.mean(x), name="average")
            return self.dense(x)

    model = Own()
    model.compile("sgd", "mse")
    history = model.fit(X, Y, 4, epochs=2, verbose=0, validation_data=(X, Y), shuffle=False).history
    assert history["sum"] == history["val_sum"] == pytest.approx([np.mean(SUMS)] * 2)
    assert history["average"] == history["val_average"] == pytest.approx([3.5] * 2)


def test_a_name_given_twice():
    layer = keras.layers.Layer()
    layer.first, layer.second = keras.metrics.Mean(name="same"), keras.metrics.Mean(name="same")
    with pytest.raises(ValueError, match="different names"):
        layer.add_metric(backend.constant(1.0), name="same")
