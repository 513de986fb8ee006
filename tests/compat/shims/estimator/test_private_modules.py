"""The private modules of Estimators are upstream's own, under the path that they had first."""

import importlib.util

import pytest

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
