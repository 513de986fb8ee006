"""`compat.tensorflow` is the namespace of TensorFlow 1, on any release."""

import importlib

import pytest

tensorflow = pytest.importorskip("tensorflow")

import compat.tensorflow as tf  # noqa: E402
from compat.tables.names.shims import SHIMS  # noqa: E402
from compat.tables.names.tensorflow_1 import CHANGED, MOVED  # noqa: E402

IS_TENSORFLOW_1 = tensorflow.__version__.startswith("1.")
if tensorflow.__version__ < "1.15":
    pytest.skip("the names are those of 1.15", allow_module_level=True)

SHIMMED = {symbol for shim in SHIMS for symbol in shim.symbols}


def below(root, name):
    for part in name.split(".")[1:]:
        root = getattr(root, part)
    return root


def meant(name):
    """The object of a name of TensorFlow 1 on the TensorFlow at hand."""
    if IS_TENSORFLOW_1:
        return below(tensorflow, name)
    return below(tensorflow, MOVED[name]) if name in MOVED else below(tensorflow.compat.v1, name)


def test_every_name_is_what_it_was():
    names = [name for name in (*MOVED, *sorted(CHANGED)) if name not in SHIMMED]
    assert [name for name in names if not is_same(below(tf, name), meant(name))] == []


def is_same(found, expected):
    """A mirrored module answers for its own names; `tf.reshape` is `tf.manip.reshape` in a wrapper."""
    return found is expected or type(found).__name__ == "LazyModule" or found is tensorflow.compat.v1.manip.reshape


def test_forms_of_import():
    import compat.tensorflow.gfile
    import compat.tensorflow.logging as log
    from compat.tensorflow.gfile import Open

    from compat.tensorflow import placeholder
    from compat.tensorflow.nn import dropout

    assert log.info is tensorflow.compat.v1.logging.info
    assert Open is tensorflow.io.gfile.GFile
    assert compat.tensorflow.gfile.Open is Open
    assert placeholder is tensorflow.compat.v1.placeholder
    assert dropout is tensorflow.compat.v1.nn.dropout


def test_a_folder_of_the_wheel_is_not_the_module():
    assert tf.distribute.ReduceOp is tensorflow.distribute.ReduceOp


def test_version():
    assert tf.__version__ == tensorflow.__version__
    assert tensorflow.__version__ == tf.VERSION


def test_nested_modules():
    assert tf.app.flags.FLAGS is tensorflow.compat.v1.app.flags.FLAGS
    assert tf.flags.FLAGS is tf.app.flags.FLAGS
    assert tf.saved_model.signature_constants.PREDICT_INPUTS == "inputs"
    assert tf.train.AdamOptimizer is tensorflow.compat.v1.train.AdamOptimizer
    assert tf.losses.mean_squared_error is tensorflow.compat.v1.losses.mean_squared_error
    assert "placeholder" in dir(tf)
    assert "info" in dir(importlib.import_module("compat.tensorflow.logging"))


def test_legacy_meaning():
    with tensorflow.Graph().as_default(), tensorflow.compat.v1.Session() as session:
        assert session.run(tf.reduce_sum([[1, 2], [3, 4]], keep_dims=True)).tolist() == [[10]]
        assert session.run(tf.where([True, False], [[1], [2]], [[3], [4]])).tolist() == [[1], [4]]
        assert session.run(tf.nn.dropout([1.0], keep_prob=1.0)).tolist() == [1.0]


def test_variables():
    with tensorflow.Graph().as_default():
        made = tf.Variable(1.0, False, ["kept"], name="made")
        got = tf.get_variable("got", [2])
        assert isinstance(made, tf.Variable)
        assert isinstance(got, tf.Variable)
        assert issubclass(type(got), tf.Variable)
        assert not isinstance(1.0, tf.Variable)
        assert [variable.name for variable in tf.get_collection("kept")] == ["made:0"]
        assert [variable.name for variable in tf.trainable_variables()] == ["got:0"]


@pytest.mark.skipif(IS_TENSORFLOW_1, reason="its `v2` is the one of the release")
def test_names_of_v2_mean_what_they_mean_in_tensorflow_2():
    """Files that were written for TensorFlow 2 take their names from there."""
    v2 = importlib.import_module("compat.tensorflow.compat.v2")
    assert v2.where is tensorflow.where
    assert v2.nn.dropout is tensorflow.nn.dropout
    assert v2.data.Dataset is tensorflow.data.Dataset
    assert v2.keras.optimizers.SGD is tf.keras.optimizers.SGD
    assert v2.keras.models.Model is tf.keras.models.Model
    assert v2.distribute.MirroredStrategy is tf.distribute.MirroredStrategy
    assert v2.compat.v1.placeholder is tensorflow.compat.v1.placeholder
    assert v2.losses.mean_squared_error is tf.keras.losses.MSE
    assert v2.metrics.mean_absolute_error is tf.keras.metrics.MAE
    assert tf.losses.mean_absolute_error is tf.keras.losses.MAE
    assert tf.losses.mean_squared_error is tensorflow.compat.v1.losses.mean_squared_error


@pytest.mark.skipif(tensorflow.__version__ < "2.16", reason="tf.keras has them")
def test_functions_that_only_standalone_keras_exports():
    losses, metrics = (importlib.import_module(f"compat.tensorflow.keras.{each}") for each in ("losses", "metrics"))
    assert losses.mean_squared_error is metrics.mean_squared_error
    assert losses.mean_squared_error([[1.0]], [[3.0]]) == 4.0
