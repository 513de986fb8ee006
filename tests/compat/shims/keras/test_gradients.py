"""`backend.gradients`: the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend


def constant(value):
    return keras.initializers.Constant(value)


@pytest.fixture
def model():
    return keras.models.Sequential(
        [
            keras.layers.Dense(3, input_shape=(4,), kernel_initializer=constant(0.3)),
            keras.layers.Dense(1, kernel_initializer="ones", activation="tanh"),
        ]
    )


X = np.array([[0.6, 0.2, 0.4, 0.3], [0.1, 0.5, 0.2, 0.9]], "float32")
SLOPE = 3 * 0.3 * (1 - np.tanh(0.9 * X.sum(axis=1)) ** 2)
"""The derivative of the output by each input."""


def test_by_tensors(model):
    found = backend.gradients(model.output, [model.input, model.layers[0].output])
    by_input, by_hidden = backend.function([model.input], found)([X])
    np.testing.assert_allclose(by_input, np.repeat(SLOPE[:, None], 4, axis=1), rtol=1e-4)
    np.testing.assert_allclose(by_hidden, np.repeat(SLOPE[:, None], 3, axis=1) / 0.9, rtol=1e-4)


def test_it_can_be_computed_on(model):
    (gradient,) = backend.gradients(backend.mean(model.output), model.input)
    gradient /= backend.sqrt(backend.mean(backend.square(gradient))) + 1e-5
    loss, normed = backend.function([model.input], [backend.mean(model.output), gradient])([X])
    assert loss == pytest.approx(np.tanh(0.9 * X.sum(axis=1)).mean(), rel=1e-5)
    assert np.sqrt((normed**2).mean()) == pytest.approx(1, abs=1e-3)


def test_of_a_gradient(model):
    (first,) = backend.gradients(model.output, model.input)
    (second,) = backend.gradients(backend.sum(first), model.input)
    expected = 4 * -2 * 0.9 * np.tanh(0.9 * X.sum(axis=1)) * SLOPE
    found = backend.function([model.input], [second])([X])[0]
    np.testing.assert_allclose(found, np.repeat(expected[:, None], 4, axis=1), rtol=1e-4)


def test_by_weights(model):
    found = backend.gradients(backend.mean(model.output), model.trainable_weights)
    kernel, bias, last, last_bias = backend.function([model.input], found)([X])
    assert [each.shape for each in (kernel, bias, last, last_bias)] == [(4, 3), (3,), (3, 1), (1,)]
    np.testing.assert_allclose(last_bias, [(SLOPE / 0.9).mean()], rtol=1e-4)
    np.testing.assert_allclose(kernel[:, 0], (X * SLOPE[:, None] / 0.9).mean(axis=0), rtol=1e-4)


def test_the_learning_phase_reaches_it():
    inputs = keras.layers.Input((4,))
    model = keras.models.Model(inputs, keras.layers.Dropout(0.5)(inputs))
    (gradient,) = backend.gradients(backend.sum(model.output), model.input)
    both = backend.function([model.input, backend.learning_phase()], [gradient])
    np.testing.assert_array_equal(both([X, 0])[0], np.ones((2, 4)))
    assert set(np.unique(both([np.ones((50, 4)), 1])[0])) == {0, 2}


def test_without_part(model):
    assert backend.gradients(backend.mean(model.layers[0].output), model.output) == [None]
    assert backend.gradients(model.layers[0].output, model.layers[1].weights[0]) == [None]


def test_in_the_graph_of_a_layer():
    layer = keras.layers.Lambda(lambda x: backend.gradients(backend.square(x), x)[0])
    model = keras.models.Sequential([keras.layers.Input((4,)), layer])
    np.testing.assert_allclose(model.predict(X), 2 * X, rtol=1e-5)
