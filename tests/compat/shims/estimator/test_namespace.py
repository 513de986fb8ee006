"""The names of `tf.estimator`, and that getting at them changes nothing else."""

import os
import subprocess
import sys
import textwrap

import pytest

from compat.namespace.releases import has_estimator
from tests.compat.paths import ROOT

bridged = pytest.mark.skipif(has_estimator(), reason="this TensorFlow has tf.estimator")


def run(code):
    environment = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)]
    return subprocess.run(command, env=environment, stderr=subprocess.PIPE, universal_newlines=True, check=False)  # noqa: UP021


def test_spellings(tf):
    import compat.tensorflow.estimator
    import compat.tensorflow.estimator as named
    from compat.tensorflow import estimator
    from compat.tensorflow.estimator import Estimator, inputs
    from compat.tensorflow.estimator.export import ServingInputReceiver
    from compat.tensorflow.estimator.inputs import numpy_input_fn

    assert named is compat.tensorflow.estimator
    assert Estimator is tf.estimator.Estimator is estimator.Estimator is named.Estimator
    assert tf.estimator.inputs.numpy_input_fn is inputs.numpy_input_fn is numpy_input_fn
    assert tf.estimator.export.ServingInputReceiver is ServingInputReceiver


def test_spellings_of_tf_compat(tf, v1):
    if v1.VERSION.startswith("1."):
        pytest.skip("tf.compat is TensorFlow's own module")
    import compat.tensorflow.compat.v1.estimator.inputs
    import compat.tensorflow.compat.v2.estimator.export as export_of_tf_2

    from compat.tensorflow.compat.v1 import estimator, layers, placeholder
    from compat.tensorflow.estimator import v2

    assert compat.tensorflow.compat.v1.estimator.inputs.numpy_input_fn is tf.estimator.inputs.numpy_input_fn
    assert tf.compat.v1.estimator is estimator is tf.estimator
    assert tf.compat.v1.layers is layers is tf.layers
    assert tf.compat.v2.estimator is v2
    assert export_of_tf_2.ServingInputReceiver is v2.export.ServingInputReceiver
    assert not hasattr(export_of_tf_2, "inputs")
    assert placeholder is v1.placeholder is tf.placeholder


def test_names_of_tf_1():
    from compat.tensorflow import estimator
    from compat.tensorflow.estimator import v2

    assert estimator.DNNClassifier is not v2.DNNClassifier
    assert issubclass(v2.DNNClassifier, v2.Estimator)
    assert hasattr(estimator.Estimator, "export_savedmodel")
    assert not hasattr(v2, "inputs")
    assert {"DNNClassifier", "Estimator", "inputs", "tpu", "train_and_evaluate"} <= set(dir(estimator))


def test_names_that_only_tf_2_has(tf):
    from compat.tensorflow.estimator import v2

    if hasattr(v2.experimental, "RNNClassifier"):
        assert tf.estimator.experimental.RNNClassifier is v2.experimental.RNNClassifier


def test_every_public_name(tf):
    for namespace in (tf.estimator, tf.estimator.experimental, tf.estimator.export, tf.estimator.inputs):
        missing = [name for name in dir(namespace) if not hasattr(namespace, name)]
        assert not missing


def test_native_objects(tf, v1):
    if has_estimator():
        assert tf.estimator.Estimator is v1.estimator.Estimator
        assert tf.estimator.inputs.numpy_input_fn is v1.estimator.inputs.numpy_input_fn
    else:
        assert tf.estimator.Estimator.__module__ == "tensorflow_estimator.python.estimator.estimator"


def test_unknown_name(tf):
    with pytest.raises(
        AttributeError, match=r"'compat\.tensorflow\.estimator' has no attribute 'nonsense', and no legacy"
    ):
        tf.estimator.nonsense  # noqa: B018
    with pytest.raises(AttributeError, match=r"'compat\.tensorflow\.estimator\.inputs' has no attribute 'nonsense'"):
        tf.estimator.inputs.nonsense  # noqa: B018


@bridged
def test_boosted_trees(tf):
    with pytest.raises(AttributeError, match=r"BoostedTreesClassifier was removed in tensorflow 2\.9"):
        tf.estimator.BoostedTreesClassifier  # noqa: B018


def test_imports_nothing_before_use():
    done = run(
        """
        import sys
        import compat.tensorflow.estimator.inputs, compat.tensorflow.layers
        from compat.tensorflow import estimator
        heavy = {"tensorflow", "tensorflow_estimator", "keras", "numpy"} & set(sys.modules)
        assert not heavy, heavy
        """
    )
    assert done.returncode == 0, done.stderr


@bridged
def test_leaves_tensorflow_and_keras_alone():
    done = run(
        """
        import sys
        import tensorflow
        from tensorflow.python.util import tf_export
        tables = dict(tf_export.API_ATTRS)
        before = set(sys.modules)
        from compat.tensorflow import estimator
        estimator.Estimator
        new = {name.partition(".")[0] for name in set(sys.modules) - before}
        assert not new & {"tf_keras"}, new
        estimator.DNNClassifier, estimator.tpu.TPUEstimator
        assert tensorflow.keras.__version__.startswith("3.")
        assert not hasattr(tensorflow, "estimator") and not hasattr(tensorflow.compat.v1, "estimator")
        assert tf_export.API_ATTRS == tables and not hasattr(tf_export, "ESTIMATOR_API_NAME")
        assert "tensorflow.python.distribute.estimator_training" not in sys.modules
        try:
            tensorflow.compat.v1.layers.dense
        except AttributeError:
            pass
        else:
            raise AssertionError("tf.compat.v1.layers was changed")
        """
    )
    assert done.returncode == 0, done.stderr


@bridged
@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (None, 'needs the package tensorflow-estimator 2.15.0: pip install "tf-forward[estimator]"'),
        ("2.14.0", "tensorflow-estimator 2.14.0 is installed, and it is 2.15.0 that runs"),
    ],
)
def test_package_that_is_missing_or_another(monkeypatch, found, sentence):
    from compat.shims.estimator import package

    def version(name):
        if found is None:
            raise package.PackageNotFoundError(name)
        return found

    monkeypatch.setattr(package, "version", version)
    with pytest.raises(ImportError) as error:
        package.connect.__wrapped__()
    assert sentence in str(error.value)
