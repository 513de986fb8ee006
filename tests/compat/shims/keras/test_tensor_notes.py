"""Tensors tell their shape, and whether they depend on the phase, as those of Keras 2.3.1 did."""

import numpy as np
import pytest
from compat.keras.layers import Add, Concatenate, Dense, Dropout, Input, Layer, Reshape
from compat.keras.models import Model, Sequential

from compat import keras


def test_shapes():
    inputs = Input((4,))
    assert inputs._keras_shape == keras.Input((4,))._keras_shape == keras.engine.Input((4,))._keras_shape == (None, 4)
    hidden = Dense(3)(inputs)
    assert hidden._keras_shape == (None, 3)
    assert Concatenate()([hidden, inputs])._keras_shape == (None, 7)
    assert keras.layers.add([hidden, hidden])._keras_shape == (None, 3)
    assert keras.layers.dot([hidden, hidden], 1)._keras_shape == (None, 1)
    assert Reshape((1, 3))(hidden)._keras_shape == (None, 1, 3)
    assert Model(inputs, hidden)(Input((4,)))._keras_shape == (None, 3)
    assert keras.backend.placeholder((2, 3))._keras_shape == (2, 3)


class Squeeze(Layer):
    def call(self, inputs):
        return keras.backend.sum(inputs, axis=-1, keepdims=True) / inputs._keras_shape[-1]


class Told(Squeeze):
    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], 1)


@pytest.mark.parametrize("layer", [Squeeze, Told])
def test_shapes_in_the_call_of_a_layer(layer):
    model = Sequential([Dense(4, input_shape=(2,), kernel_initializer="ones"), layer()])
    model.compile("sgd", "mse")
    np.testing.assert_allclose(model.predict(np.ones((3, 2))), np.full((3, 1), 2.0))
    model.train_on_batch(np.ones((3, 2)), np.ones((3, 1)))
    assert "call" not in vars(model.layers[1])


def test_phases():
    left, right = Input((4,)), Input((4,))
    plain, noisy = Dense(2)(left), Dropout(0.5)(right)
    assert not plain._uses_learning_phase
    assert noisy._uses_learning_phase
    assert Add()([Dense(2)(noisy), plain])._uses_learning_phase
    assert not Dropout(0.5)(left, training=True)._uses_learning_phase
    assert all(each._uses_learning_phase for each in Model([left, right], [plain, noisy])([Input((4,)), Input((4,))]))


def test_phase_of_a_model():
    inputs = Input((2,))
    model = Model(inputs, Dropout(0.5)(Dense(3)(inputs), training=True))
    assert not model.uses_learning_phase
    assert not model(Input((2,)))._uses_learning_phase
    assert not Model.from_config(model.get_config()).uses_learning_phase
    assert Sequential([Dense(1, input_shape=(2,)), Dropout(0.5)]).uses_learning_phase
