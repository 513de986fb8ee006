"""A random initializer draws other values at each call, as in Keras 2."""

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
