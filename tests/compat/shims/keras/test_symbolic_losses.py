"""`model.add_loss(tensor)`: the numbers are those of the formula, which is what Keras 2.3.1 on TensorFlow 1.15.5 trains."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend

X = np.linspace(-1, 1, 12, dtype="float32").reshape(4, 3)


def parts():
    """An autoencoder whose code is three times `X`, and whose output is twice that: nothing trains but the two weights."""
    inputs = keras.layers.Input((3,), name="pixels")
    code = keras.layers.Lambda(lambda x: 3.0 * x)(inputs)
    code = keras.layers.Dense(3, use_bias=False, kernel_initializer="identity", name="code")(code)
    outputs = keras.layers.Lambda(lambda x: 2.0 * x, name="end")(code)
    return inputs, code, outputs, keras.models.Model(inputs, outputs, name="whole")


def test_alone():
    inputs, code, outputs, model = parts()
    model.add_loss(backend.mean(backend.square(outputs - inputs)) + backend.mean(code))
    model.compile("sgd")
    expected = np.mean((6 * X - X) ** 2) + np.mean(3 * X)
    assert model.evaluate(X, verbose=0) == pytest.approx(expected, rel=1e-5)
    assert np.shape(model.predict(X)) == (4, 3)
    history = model.fit(X, epochs=2, batch_size=2, verbose=0, validation_data=(X, None)).history
    assert history["val_loss"][-1] < expected


def test_beside_another_loss():
    _, code, _, model = parts()
    model.add_loss(0.5 * backend.mean(code), inputs=code)
    model.add_loss([backend.mean(backend.square(code))])
    model.compile("sgd", "mse", metrics=["mae"])
    found = model.evaluate(X, X, verbose=0)
    assert found[0] == pytest.approx(np.mean((5 * X) ** 2) + 0.5 * np.mean(3 * X) + np.mean((3 * X) ** 2), rel=1e-5)
    assert found[1] == pytest.approx(np.mean(np.abs(5 * X)), rel=1e-5)


def test_the_model_stays_what_it_was(tmp_path):
    inputs, code, _, model = parts()
    other = keras.models.Model(inputs, model(inputs))
    model.trainable = False
    names, weights = model.output_names, model.weights
    model.add_loss(backend.mean(code))
    assert (model.output_names, model.name, model.trainable) == (names, "whole", False)
    assert [id(each) for each in model.weights] == [id(each) for each in weights]
    assert model.get_layer("code") is other.layers[-1].get_layer("code")
    assert np.allclose(other.predict(X), 6 * X)
    model.compile("sgd")
    model.save_weights(str(tmp_path / "a.weights.h5"))
    model.load_weights(str(tmp_path / "a.weights.h5"))


def test_saved_and_loaded(tmp_path):
    inputs = keras.layers.Input((3,))
    outputs = keras.layers.Dense(2)(inputs)
    model = keras.models.Model(inputs, outputs)
    model.add_loss(backend.mean(outputs))
    model.compile("sgd")
    model.save(str(tmp_path / "a.h5"))
    loaded = keras.models.load_model(str(tmp_path / "a.h5"), compile=False)
    assert np.allclose(loaded.predict(X), model.predict(X))


def test_after_compile():
    _, code, _, model = parts()
    model.compile("sgd", "mse")
    model.add_loss(backend.mean(code))
    assert model.evaluate(X, X, verbose=0) == pytest.approx(np.mean((5 * X) ** 2) + np.mean(3 * X), rel=1e-5)


def test_in_the_call_of_a_model():
    class Penalized(keras.models.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1, kernel_initializer="ones")

        def call(self, inputs):
            self.add_loss(backend.mean(inputs))
            return self.dense(inputs)

    model = Penalized()
    model.compile("sgd", "mse")
    ones = np.ones((4, 3), "float32")
    assert model.evaluate(ones, 3 * ones[:, :1], verbose=0) == pytest.approx(1.0)


def test_numbers():
    _, code, _, model = parts()
    model.add_loss(1)
    model.add_loss([backend.mean(code), 0.5])
    model.compile("sgd", "mse")
    assert model.evaluate(X, X, verbose=0) == pytest.approx(np.mean((5 * X) ** 2) + np.mean(3 * X) + 1.5, rel=1e-5)
