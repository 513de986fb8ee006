"""On a TensorFlow that still has the legacy API its own objects are handed back."""

import pytest

keras = pytest.importorskip("keras")
if int(keras.__version__.split(".")[0]) > 2:
    pytest.skip("Keras 3 is not what legacy scripts were written for", allow_module_level=True)

import tensorflow  # noqa: E402, ICN001

from compat import keras as shim  # noqa: E402
from compat import tensorflow as tf  # noqa: E402


def test_native_objects():
    assert shim.utils.multi_gpu_model is keras.utils.multi_gpu_model
    assert shim.optimizers.SGD is keras.optimizers.SGD
    assert shim.layers.Dense is keras.layers.Dense
    assert shim.models.Model is keras.models.Model
    assert tf.keras.layers.Dense is tensorflow.keras.layers.Dense
    assert issubclass(tf.Session, tensorflow.compat.v1.Session)
    assert tf.device is tensorflow.compat.v1.device


def test_legacy_paths():
    from compat.keras.layers.core import Dense
    from compat.keras.preprocessing.image import ImageDataGenerator
    from compat.keras.utils.training_utils import multi_gpu_model

    assert Dense is keras.layers.Dense
    assert ImageDataGenerator is keras.preprocessing.image.ImageDataGenerator
    assert multi_gpu_model.__module__.startswith("keras.utils.")
