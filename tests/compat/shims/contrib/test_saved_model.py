"""`tf.contrib.saved_model`, whose folders are named by the time in 1.13."""

import os

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import tensorflow as tf

X = np.arange(6.0, dtype="float32").reshape((2, 3))

pytestmark = pytest.mark.skipif(tensorflow.__version__ < "2", reason="1.15 writes to the folder itself")


@pytest.fixture
def model():
    return tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])


def test_the_path_of_the_model(model, tmp_path):
    path = tf.contrib.saved_model.save_keras_model(model, str(tmp_path / "models"))
    assert os.path.dirname(path) == str(tmp_path / "models")
    assert os.path.basename(path).isdigit()
    again = tf.contrib.saved_model.load_keras_model(path)
    assert again.predict(X) == pytest.approx(model.predict(X), rel=1e-5)


def test_the_last_of_several(model, tmp_path):
    first = tf.contrib.saved_model.save_keras_model(model, str(tmp_path))
    model.set_weights([2 * each for each in model.get_weights()])
    assert tf.contrib.saved_model.save_keras_model(model, str(tmp_path)) > first
    again = tf.contrib.saved_model.load_keras_model(str(tmp_path))
    assert again.predict(X) == pytest.approx(model.predict(X), rel=1e-5)


def test_the_private_module(model, tmp_path):
    from compat.tensorflow.contrib.saved_model.python.saved_model import keras_saved_model

    assert keras_saved_model.load_keras_model(keras_saved_model.save_keras_model(model, str(tmp_path))).layers
