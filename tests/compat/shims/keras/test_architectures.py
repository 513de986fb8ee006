"""Architectures as YAML, and as JSON. The tests of YAML pass on Keras 2.3.1, too."""

import keras
import numpy as np
import pytest
from compat.keras.layers import Dense, Flatten, Input
from compat.keras.models import Model, Sequential, model_from_json, model_from_yaml


def test_yaml_and_back():
    inputs = Input(shape=(2, 4))
    functional = Model(inputs, Dense(3, activation="relu")(Flatten()(inputs)))
    for model in (functional, Sequential([Flatten(input_shape=(2, 4)), Dense(3)])):
        again = model_from_yaml(model.to_yaml())
        assert [each.shape for each in again.get_weights()] == [(8, 3), (3,)]
        assert again.input_shape == (None, 2, 4)
        assert again.layers[-1].activation.__name__ == model.layers[-1].activation.__name__


def test_yaml_makes_no_objects():
    with pytest.raises(Exception, match="could not determine a constructor"):
        model_from_yaml("!!python/object/apply:os.getcwd []")


TEXT = """{"class_name": "Sequential", "config": {"name": "s", "layers": [
{"class_name": "TimeDistributed", "config": {"name": "t", "batch_input_shape": [null, 2, 3],
    "layer": {"class_name": "Dense", "config": {"name": "d", "units": 4, "activation": "hard_sigmoid",
        "kernel_initializer": {"class_name": "Ones", "config": {}}}}}},
{"class_name": "RNN", "config": {"name": "r", "return_sequences": false,
    "cell": {"class_name": "StackedRNNCells", "config": {"name": "c", "cells": [
        {"class_name": "GRUCell", "config": {"name": "g", "units": 2, "recurrent_activation": "hard_sigmoid"}}]}}}},
{"class_name": "Activation", "config": {"name": "a", "activation": "hard_sigmoid"}}]},
"keras_version": "2.2.4-tf", "backend": "tensorflow"}"""


def test_a_text_of_keras_2():
    model = model_from_json(TEXT)
    assert model.output_shape == (None, 2)
    ones = model.layers[0].layer
    assert ones(np.full((1, 3), 0.25, "float32")).numpy() == pytest.approx(np.full((1, 4), 0.65), rel=1e-6)
    assert {each.activation.__name__ for each in (ones, model.layers[-1])} == {"hard_sigmoid"}
    assert np.ptp(model.layers[-1](np.array([-2.5, 2.5], "float32")).numpy()) == pytest.approx(1.0)


def test_the_hard_sigmoid_of_keras_3_stays():
    model = Sequential([keras.layers.Input((1,)), keras.layers.Activation(keras.activations.hard_sigmoid)])
    again = model_from_json(keras.Sequential.to_json(model))
    assert again.layers[-1].activation is keras.activations.hard_sigmoid
