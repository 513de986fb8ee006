"""States of recurrent layers as in Keras 2.3.1: given among the inputs, or set by `reset_states`."""

import numpy as np
import pytest

from compat import keras, tensorflow
from compat.keras import backend
from tests.quick import only

X = np.linspace(-1, 1, 24, dtype="float32").reshape(2, 3, 4)
NUMBER = {"SimpleRNN": 1, "GRU": 1, "LSTM": 2}


@pytest.mark.parametrize("name", only(("LSTM",), sorted(NUMBER)))
def test_states_among_the_inputs(name):
    layer = getattr(keras.layers, name)(5)
    sequence, states = keras.layers.Input((3, 4)), [keras.layers.Input((5,)) for _ in range(NUMBER[name])]
    listed = keras.models.Model([sequence, *states], layer([sequence, *states]))
    named = keras.models.Model([sequence, *states], layer(sequence, initial_state=states))
    given = [np.full((2, 5), 0.5 + place, "float32") for place in range(NUMBER[name])]
    found = listed.predict([X, *given])
    np.testing.assert_allclose(found, named.predict([X, *given]), rtol=1e-5)
    assert np.abs(found - keras.models.Model(sequence, layer(sequence)).predict(X)).max() > 1e-3
    listed.compile("sgd", "mse")
    listed.train_on_batch([X, *given], found)


@pytest.mark.parametrize("name", sorted(NUMBER))
def test_reset_to_values(name):
    layer = getattr(keras.layers, name)(5, stateful=True)
    layer.build((2, 3, 4))
    layer.reset_states()
    values = [np.full((2, 5), 1.5 + place) for place in range(NUMBER[name])]
    layer.reset_states(values if len(values) > 1 else values[0])
    for state, value in zip(layer.states, values):
        np.testing.assert_allclose(backend.get_value(state), value)
    with pytest.raises(ValueError, match="state"):
        layer.reset_states([np.ones((2, 5))] * (len(values) + 1))
    with pytest.raises(ValueError, match="shape"):
        layer.reset_states([np.ones((3, 5))] * len(values))
    layer.reset_states()
    assert not backend.get_value(layer.states[0]).any()


def test_layer_in_two_directions():
    layer = keras.layers.Bidirectional(keras.layers.LSTM(5), input_shape=(3, 4))
    assert layer.layer.units == 5
    model = keras.models.Sequential([layer])
    again = keras.models.Sequential.from_config(model.get_config())
    assert len(again.weights) == 6


def test_models_of_configurations():
    """They are models with the methods of Keras 2, and the functions of `Lambda` layers are run."""
    model = keras.models.Sequential([keras.layers.Lambda(lambda x: 3 * x, input_shape=(2,))])
    inputs = keras.layers.Input((2,))
    other = keras.models.Model(inputs, keras.layers.Lambda(lambda x: 3 * x)(inputs))
    for made in (
        keras.models.Sequential.from_config(model.get_config()),
        type(model).from_config(model.get_config()),
        keras.models.Model.from_config(other.get_config()),
        type(other).from_config(other.get_config()),
    ):
        found = made.predict_generator(iter([np.ones((1, 2))]), 1)
        np.testing.assert_allclose(found, [[3.0, 3.0]])


def test_mask_that_a_layer_makes():
    layer = keras.layers.Masking(input_shape=(3, 1))
    model = keras.models.Sequential([layer])
    function = backend.function([model.input], [layer.compute_mask(model.input)])
    np.testing.assert_array_equal(function([np.array([[[0.0], [1.0], [0.0]]])])[0], [[False, True, False]])
    mask = backend.constant([[True, False]])
    assert keras.layers.Dropout(0.5).compute_mask(backend.zeros((1, 2)), mask=mask) is mask


TOKENS = np.array([[1, 2, 0, 0], [1, 2, 3, 4]])


@pytest.mark.parametrize("keras", [keras, tensorflow.keras])
@pytest.mark.parametrize("form", ["h5", pytest.param("keras", marks=pytest.mark.full)])
def test_a_mask_beside_states(keras, form, tmp_path):
    """Keras 2.3.1 left out masked steps; Keras 3 hands masks to calls of one argument."""
    tokens, states = keras.layers.Input((4,)), [keras.layers.Input((5,)) for _ in range(2)]
    steps = keras.layers.Embedding(7, 3, mask_zero=True, embeddings_initializer="ones")(tokens)
    layer = keras.layers.LSTM(5, kernel_initializer="ones", recurrent_initializer="ones")
    model = keras.models.Model([tokens, *states], layer(steps, initial_state=states))
    given = [TOKENS, np.zeros((2, 5)), np.zeros((2, 5))]
    found = model.predict(given)
    np.testing.assert_allclose(found[:, 0], [0.9585827, 0.9989054], rtol=1e-5)  # of Keras 2.3.1
    path = str(tmp_path / f"model.{form}")
    model.save(path)
    np.testing.assert_allclose(keras.models.load_model(path).predict(given), found, rtol=1e-6)


@pytest.mark.parametrize("keras", [keras, pytest.param(tensorflow.keras, marks=pytest.mark.full)])
def test_a_mask_beside_states_of_two_directions(keras):
    """The numbers are those of Keras 2.3.1."""
    tokens, states = keras.layers.Input((4,)), [keras.layers.Input((5,)) for _ in range(2)]
    steps = keras.layers.Embedding(7, 3, mask_zero=True, embeddings_initializer="ones")(tokens)
    layer = keras.layers.SimpleRNN(5, activation="linear", kernel_initializer="ones", recurrent_initializer="zeros")
    outputs = keras.layers.Bidirectional(layer, merge_mode="sum")(steps, initial_state=states)
    model = keras.models.Model([tokens, *states], [outputs, keras.layers.RNN(_Counting())(steps, states[0])])
    found, counted = model.predict([TOKENS, np.zeros((2, 5)), np.zeros((2, 5))])
    np.testing.assert_allclose(found[:, 0], [6, 6])
    np.testing.assert_allclose(counted[:, 0], [2, 4])


class _Counting(keras.layers.Layer):
    state_size = 5

    def call(self, inputs, states):
        return states[0] + 1, [states[0] + 1]


@pytest.mark.parametrize("shape", [pytest.param((3, 2), marks=pytest.mark.full), (None, None)])
def test_masks_of_steps(shape):
    """The numbers are those of Keras 2.3.1."""
    model = keras.models.Sequential()
    embedding = keras.layers.Embedding(5, 2, mask_zero=True, embeddings_initializer="ones")
    model.add(keras.layers.TimeDistributed(embedding, input_shape=shape))
    ones = {"kernel_initializer": "ones", "recurrent_initializer": "ones"}
    model.add(keras.layers.TimeDistributed(keras.layers.SimpleRNN(1, activation="linear", **ones)))
    model.add(keras.layers.SimpleRNN(1, activation="linear", **ones))
    found = model.predict(np.array([[[1, 1], [1, 0], [0, 0]], [[1, 1], [1, 1], [1, 1]]]))
    np.testing.assert_allclose(found, [[6.0], [12.0]])


@pytest.mark.parametrize("name", ["LSTM", "GRUCell"])
def test_identity_for_each_gate(name):
    layer = getattr(keras.layers, name)(2, recurrent_initializer="identity")
    layer.build((None, None, 3) if name == "LSTM" else (None, 3))
    kernel = layer.get_weights()[1]
    np.testing.assert_array_equal(kernel, np.concatenate([np.eye(2)] * (kernel.shape[1] // 2), axis=1))
    config = keras.layers.deserialize(keras.layers.serialize(layer)).get_config()
    assert config["recurrent_initializer"]["class_name"] == "Identity"


def test_states_for_a_tensor():
    layer = keras.layers.LSTM(4)
    states = layer.get_initial_state(keras.layers.Input((3, 2)))
    assert [backend.int_shape(each) for each in states] == [(None, 4), (None, 4)]


class Doubling(keras.layers.LSTM):
    def call(self, inputs, mask=None, training=None, initial_state=None):
        return super().call(2 * inputs, mask, training, initial_state)


def test_a_subclass_that_passes_its_arguments_on_in_their_order():
    layers = keras.layers
    x = np.array([[[1.0], [2.0], [0.0]], [[1.0], [0.0], [3.0]]])
    inputs = layers.Input((3, 1))
    doubled = layers.Lambda(lambda x: 2 * x)(inputs)
    own, plain = Doubling(2), layers.LSTM(2)
    outputs = [own(layers.Masking()(inputs)), plain(layers.Masking()(doubled)), plain(doubled)]
    model = keras.models.Model(inputs, outputs)
    own.set_weights(plain.get_weights())
    found = model.predict(x)
    np.testing.assert_allclose(found[0], found[1], atol=1e-6)
    assert np.abs(found[0] - found[2]).max() > 1e-3
