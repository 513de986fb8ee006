"""`model.updates` in `K.function`: the moving statistics and states that Keras 2.3.1 on TensorFlow 1.15.5 had."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend

L = keras.layers
X = np.random.RandomState(1).rand(4, 3)


def _model():
    numbers = np.random.RandomState(0)
    inputs = L.Input((3,))
    hidden = L.BatchNormalization(momentum=0.5)(L.Dense(2)(inputs))
    model = keras.models.Model(inputs, L.BatchNormalization(momentum=0.75)(L.Dense(2)(hidden)))
    for layer in model.layers:
        if isinstance(layer, L.Dense):
            layer.set_weights([numbers.rand(*each.shape) for each in layer.get_weights()])
    return model


def _statistics(model):
    return [each for place in (2, 4) for each in model.layers[place].get_weights()[2:]]


def test_moving_statistics_in_both_phases():
    model = _model()
    first = model.layers[2]
    assert [len(model.updates), len(first.updates), len(first.get_updates_for(first.input))] == [4, 2, 2]
    assert first.get_updates_for(None) == model.state_updates == []
    run = backend.function([model.input, backend.learning_phase()], [model.output], updates=model.updates)
    np.testing.assert_allclose(run([X, 0])[0][0], [2.879117, 2.182949], rtol=1e-5)
    expected = [[0.50303, 0.780982], [0.527618, 0.542832], [0.693273, 0.534218], [0.801769, 0.764804]]
    np.testing.assert_allclose(_statistics(model), expected, rtol=1e-5)
    np.testing.assert_allclose(run([X, 1])[0][0], [0.293387, 0.243583], rtol=1e-5)
    expected = [[0.754545, 1.171473], [0.291427, 0.314248], [0.661966, 0.632062], [1.595684, 0.842552]]
    np.testing.assert_allclose(_statistics(model), expected, rtol=1e-5)


def test_a_model_in_a_model():
    inner, inputs = _model(), L.Input((3,))
    outer = keras.models.Model(inputs, L.Activation("relu")(inner(inputs)))
    run = backend.function([outer.input, backend.learning_phase()], [outer.output], updates=outer.updates)
    run([X, 1])
    expected = [[0.50303, 0.780982], [0.527618, 0.542832], [0.142011, 0.231399], [1.744357, 1.01895]]
    np.testing.assert_allclose(_statistics(inner), expected, rtol=1e-5)


def test_states():
    inputs = L.Input(batch_shape=(2, 3, 1))
    layer = L.SimpleRNN(1, stateful=True, kernel_initializer="ones", recurrent_initializer="ones")
    model = keras.models.Model(inputs, layer(inputs))
    assert len(model.updates) == len(model.state_updates) == 1
    run = backend.function([model.input], [model.output], updates=model.state_updates)
    found = [run([np.ones((2, 3, 1))])[0][0, 0] for _ in range(3)]
    np.testing.assert_allclose(found, [0.959746, 0.961179, 0.96118], rtol=1e-6)


def test_none_of_frozen_layers_and_of_calls_that_predict():
    model = _model()
    model.trainable = False
    assert model.updates == []
    layer = L.BatchNormalization()
    layer(L.Input((3,)), training=False)
    assert layer.updates == []
    timed = L.TimeDistributed(L.BatchNormalization())
    timed(L.Input((3, 2)))
    assert len(timed.updates) == 2


class Counting(L.Layer):
    def build(self, input_shape):
        self.count = self.add_weight("count", (), initializer="zeros", trainable=False)

    def call(self, inputs):
        self.add_update([backend.update_add(self.count, 1.0)], inputs)
        return inputs


def test_layers_of_ones_own_are_named():
    model = keras.models.Sequential([Counting(name="counting", input_shape=(2,))])
    with pytest.raises(AttributeError, match="updates of counting"):
        print(model.updates)
