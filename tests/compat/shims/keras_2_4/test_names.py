"""The names of standalone Keras 2.3 on Keras 2.4 to 2.15, where `keras` is `tf.keras` and may not be installed."""

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import keras
from compat import tensorflow as tf


def test_keras_is_tf_keras():
    assert keras.layers.Dense is tensorflow.keras.layers.Dense
    assert keras.models.Model is tensorflow.keras.models.Model
    assert tf.keras.layers.Dense is tensorflow.keras.layers.Dense


def test_legacy_modules():
    from compat.keras.engine.topology import Layer
    from compat.keras.layers.convolutional import Conv2D
    from compat.keras.layers.core import Dense
    from compat.keras.layers.normalization import BatchNormalization
    from compat.keras.models import Sequential

    assert (Dense, Conv2D) == (tensorflow.keras.layers.Dense, tensorflow.keras.layers.Conv2D)
    assert BatchNormalization is tensorflow.keras.layers.BatchNormalization
    assert Layer is tensorflow.keras.layers.Layer
    assert Sequential is tensorflow.keras.models.Sequential


def test_gpus():
    expected = ["/device:GPU:0", "/device:GPU:1", "/device:GPU:2"]
    assert keras.backend.tensorflow_backend._get_available_gpus() == expected
    assert keras.utils.multi_gpu_utils._get_available_devices() == [*expected, "/cpu:0"]


def test_sessions():
    session = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
    keras.backend.tensorflow_backend.set_session(session)
    keras.backend.set_session(session)


def test_gru_of_each_keras():
    assert not keras.layers.GRU(2).reset_after
    assert tf.keras.layers.GRU(2).reset_after


def test_gone():
    with pytest.raises(AttributeError, match=r"keras\.layers\.Highway"):
        keras.layers.Highway  # noqa: B018
