"""The private modules of Estimators are upstream's own, under the path that they had first."""

import importlib.util

import pytest

from tests.compat.releases import IS_MODERN

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("tensorflow_estimator") is None, reason="tensorflow-estimator is not installed"
)

PRIVATE = "compat.tensorflow.python.estimator"


def test_names_are_those_of_the_public_api():
    from compat.tensorflow.python.estimator.run_config import RunConfig

    from compat import tensorflow as tf
    from compat.tensorflow.python.estimator import estimator, model_fn

    assert RunConfig is tf.estimator.RunConfig
    assert model_fn.EstimatorSpec is tf.estimator.EstimatorSpec
    assert estimator.Estimator.__name__.startswith("Estimator")


def test_a_module_is_loaded_once_and_keeps_its_name():
    from compat.tensorflow.python.estimator.canned import head

    assert head is importlib.import_module(PRIVATE + ".canned.head")
    assert head.__spec__.name == head.__name__
    assert not head.__name__.startswith("compat")


@pytest.mark.parametrize("name", ["keras", "keras_lib"])
def test_estimators_of_keras_models(name):
    """TensorFlow 1.15 called the module keras, 2.15 calls it keras_lib; both names lead to it."""
    from compat import tensorflow as tf
    from compat.tensorflow.python import estimator

    module = importlib.import_module(f"{PRIVATE}.{name}")
    assert getattr(estimator, name) is module
    assert callable(module.model_to_estimator)
    assert module.model_to_estimator.__name__ == tf.keras.estimator.model_to_estimator.__name__
    if IS_MODERN:
        assert module.model_to_estimator is tf.keras.estimator.model_to_estimator


def test_what_is_not_there():
    with pytest.raises(ImportError):
        importlib.import_module(PRIVATE + ".nonsense")
    with pytest.raises(ImportError):
        from compat.tensorflow.python.estimator import nonsense  # noqa: F401


def test_other_private_modules_are_those_of_tensorflow():
    from compat.tensorflow.python.framework import ops as shimmed
    from tensorflow.python.framework import ops

    from compat import tensorflow as tf

    assert shimmed is ops
    assert tf.python.framework.ops is ops
