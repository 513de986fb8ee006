"""Architectures as YAML. The same tests pass on Keras 2.3.1."""

import pytest
from compat.keras.layers import Dense, Flatten, Input
from compat.keras.models import Model, Sequential, model_from_yaml


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
