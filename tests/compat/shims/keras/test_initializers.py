"""A random initializer draws other values at each call, as in Keras 2."""

import json

import keras as modern
import numpy as np
import pytest

from compat import keras, tensorflow
from compat.tables.names.shims import RANDOM_INITIALIZERS

SHIMS = [keras, tensorflow.keras]


def weights(initializers, model=keras):
    layers = [model.layers.Dense(4, kernel_initializer=each, use_bias=False) for each in initializers]
    made = model.models.Sequential([model.layers.Input((4,)), *layers])
    return [np.array(each) for each in made.get_weights()]


@pytest.mark.parametrize("name", RANDOM_INITIALIZERS.split())
@pytest.mark.parametrize("shims", SHIMS)
def test_two_layers_start_from_different_values(shims, name):
    initializer = getattr(shims.initializers, name)()
    first, second = weights([initializer, initializer], shims)
    assert not np.allclose(first, second)


def test_a_seed_grows_with_each_call_in_standalone_keras():
    initializer = keras.initializers.RandomNormal(seed=3)
    first, second = weights([initializer, initializer])
    again = weights([keras.initializers.RandomNormal(seed=3), keras.initializers.RandomNormal(seed=4)])
    assert not np.allclose(first, second)
    assert np.allclose([first, second], again)


def test_a_seed_stays_in_tf_keras():
    initializer = tensorflow.keras.initializers.RandomNormal(seed=3)
    first, second = weights([initializer, initializer], tensorflow.keras)
    assert np.allclose(first, second)


@pytest.mark.parametrize("shims", SHIMS)
def test_they_stand_for_those_of_keras_3(shims):
    assert isinstance(modern.initializers.RandomNormal(), shims.initializers.RandomNormal)
    assert issubclass(modern.initializers.HeNormal, shims.initializers.he_normal)
    config = modern.initializers.serialize(shims.initializers.RandomNormal(stddev=0.3))
    assert modern.initializers.deserialize(config).stddev == pytest.approx(0.3)


def test_fans():
    fans = keras.initializers._compute_fans
    assert [fans(shape) for shape in ((4, 5), (3, 3, 4, 5))] == [(4, 5), (36, 45)]
    assert fans((5, 4, 3, 3), data_format="channels_first") == (36, 45)


def numbers_of_keras_2_2(layers, initializer):
    """Layers whose weights take `initializer`, the ones with a cell, too."""
    image, steps = (2, 2, 1), (3, 1)
    return {
        "dense": (layers.Dense(2, kernel_initializer=initializer), (2,)),
        "batch_normalization": (layers.BatchNormalization(gamma_initializer=initializer), (2,)),
        "convolution": (layers.Conv2D(2, 2, kernel_initializer=initializer), image),
        "prelu": (layers.PReLU(alpha_initializer=initializer), (2,)),
        "lstm": (layers.LSTM(2, kernel_initializer=initializer, recurrent_initializer=initializer), steps),
        "simple_rnn": (layers.SimpleRNN(2, bias_initializer=initializer), steps),
        "cells": (layers.RNN([layers.GRUCell(2, kernel_initializer=initializer)]), steps),
        "embedding": (layers.Embedding(3, 2, embeddings_initializer=initializer), (2,)),
    }


@pytest.mark.parametrize("shims", SHIMS)
@pytest.mark.parametrize("name", numbers_of_keras_2_2(keras.layers, "zeros"))
def test_an_initializer_of_a_shape_alone(name, shims):
    """Keras 2.2.4 called it with nothing else."""
    layer, shape = numbers_of_keras_2_2(shims.layers, lambda shape: np.full(shape, 0.5))[name]
    model = shims.models.Sequential([shims.layers.Input(shape), layer])
    assert any((np.array(each) == 0.5).all() for each in model.get_weights())
    json.loads(model.to_json())


def test_an_initializer_of_a_shape_alone_in_keras_1():
    layer = keras.layers.Dense(3, input_dim=4, init=lambda shape, name=None: keras.backend.ones(shape) * 0.5)
    assert (keras.models.Sequential([layer]).get_weights()[0] == 0.5).all()


def test_an_initializer_of_a_shape_alone_in_an_own_layer():
    class Own(keras.layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=(2,), initializer=lambda shape: np.full(shape, 0.5))
            super().build(input_shape)

        def call(self, inputs):
            return inputs * self.scale

    assert keras.models.Sequential([keras.layers.Input((2,)), Own()]).predict(np.ones((1, 2))).tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize(
    "takes",
    [
        lambda shape, dtype: np.full(shape, 0, dtype),
        lambda shape, dtype=None, **kwargs: np.full(shape, len(kwargs)),
        lambda *shape, **kwargs: np.full(*shape, 1 - len(kwargs)),
    ],
)
def test_an_initializer_gets_the_dtype_that_it_takes(takes):
    (layer,) = weights([takes])
    assert (layer == 0).all()


def test_an_error_in_an_initializer_is_not_hidden():
    def own(shape):
        raise TypeError("of its own")

    with pytest.raises(TypeError, match="of its own"):
        weights([own])
