"""The losses and updates of layers, by the inputs that they depend on, are those of Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend

L = keras.layers
ONES = np.ones((4, 2))


def _dense(**kwargs):
    return L.Dense(1, kernel_initializer="ones", **kwargs)


def test_losses_of_activities_and_weights():
    inputs = L.Input((2,))
    layer = _dense(kernel_regularizer="l1", activity_regularizer="l2")
    model = keras.models.Model(inputs, layer(inputs))
    assert [len(model.losses), len(layer.losses)] == [2, 2]
    assert [len(layer.get_losses_for(inputs)), len(layer.get_losses_for(None))] == [1, 1]
    (penalty,) = layer.get_losses_for(inputs)
    assert backend.function([inputs], [penalty])([ONES]) == [pytest.approx(0.01 * 4 * 2.0**2)]


def test_losses_of_a_model_in_a_model():
    inner = keras.models.Sequential([_dense(input_shape=(2,), activity_regularizer="l1"), L.BatchNormalization()])
    inputs = L.Input((2,))
    model = keras.models.Model(inputs, inner(inputs))
    assert [len(inner.losses), len(model.losses)] == [1, 1]
    assert backend.function([inputs], model.losses)([ONES]) == [pytest.approx(0.01 * 4 * 2.0)]
    model.compile("sgd", "mse")
    assert model.train_on_batch(ONES, np.zeros((4, 1))) == pytest.approx(0.08)


def test_losses_that_a_layer_is_given():
    inputs = L.Input((2,))
    layer = _dense()
    outputs = layer(inputs)
    layer.add_loss(backend.sum(outputs), inputs=inputs)
    layer.add_loss(3)
    assert [len(layer.get_losses_for(inputs)), layer.get_losses_for(None)] == [1, [3]]
    model = keras.models.Model(inputs, outputs)
    assert len(model.losses) == 2
    model.compile("sgd", "mse")
    assert model.train_on_batch(ONES, np.full((4, 1), 2.0)) == pytest.approx(4 * 2.0 + 3)


def test_updates_that_a_layer_is_given():
    inputs = L.Input((2,))
    both = L.Bidirectional(L.SimpleRNN(3, kernel_regularizer="l1"))
    layer = _dense()
    for each in (layer, both.forward_layer, both.backward_layer):
        each.add_update(0, inputs=inputs)
        each.add_update(1)
    assert [layer.get_updates_for(inputs), layer.get_updates_for(None), layer.updates] == [[0], [1], [0, 1]]
    assert [len(both.get_updates_for(inputs)), len(both.updates)] == [2, 4]
    both(L.Input((3, 2)))
    assert [len(both.losses), len(both.get_losses_for(None)), both.get_losses_for(inputs)] == [2, 2, []]
