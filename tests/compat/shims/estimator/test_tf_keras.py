"""`compat.tensorflow.keras` where `tf.keras` is Keras 2 and not TensorFlow's own: 2.6 to 2.15, TF_USE_LEGACY_KERAS=1."""

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat.namespace.releases import has_keras_3

is_keras_2 = not has_keras_3() and not tensorflow.keras.layers.Layer.__module__.startswith("tensorflow.")
pytestmark = pytest.mark.skipif(not is_keras_2, reason="tf.keras is Keras 3, or TensorFlow's own")


def test_objects_are_those_of_tf_keras(tf):
    keras = tensorflow.keras
    assert tf.keras.models.Model is keras.models.Model
    assert tf.keras.layers.BatchNormalization is keras.layers.BatchNormalization
    assert tf.keras.optimizers.SGD is keras.optimizers.SGD
    assert tf.keras.callbacks.ModelCheckpoint is keras.callbacks.ModelCheckpoint


def test_names_that_moved(tf):
    assert tf.keras.layers.core.Dense is tensorflow.keras.layers.Dense
    assert tf.keras.engine.training.Model is tensorflow.keras.models.Model


def test_shims_are_for_keras_3(tf):
    with pytest.raises(AttributeError, match=r"for Keras 3 only, and tf\.keras is Keras 2 here"):
        tf.keras.utils.multi_gpu_model  # noqa: B018
