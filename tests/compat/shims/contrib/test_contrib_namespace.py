"""The names of `tf.contrib`: native ones on TensorFlow 1.15, today's objects and shims later."""

import importlib

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat.namespace.releases import has_estimator
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.contrib_distribute import ROWS
from tests.compat.releases import TENSORFLOW

IS_TENSORFLOW_1 = TENSORFLOW < (2, 0)
modern_only = pytest.mark.skipif(IS_TENSORFLOW_1, reason="TensorFlow 1.15 has contrib")
legacy_only = pytest.mark.skipif(not IS_TENSORFLOW_1, reason="contrib is gone")

CALLS_IT = ("data", "framework", "training")
"""Modules of contrib whose functions call the ones of the core."""

LATER = "tensorflow.contrib.tpu.Topology"
"""It has its public name since TensorFlow 2.2."""


def below(root, name):
    for part in name.split(".")[1:]:
        root = getattr(root, part)
    return root


def has_estimators(tf):
    try:
        return bool(tf.estimator.Estimator)
    except ImportError:
        return False


@modern_only
def test_same_objects(tf):
    estimators = has_estimators(tf)
    for legacy, modern in SAME_OBJECTS.items():
        if legacy == LATER and TENSORFLOW < (2, 2):
            continue
        if "compat.v1.estimator" in modern and not has_estimator():
            if estimators:
                path = modern.replace("tensorflow.compat.v1.estimator", "compat.tensorflow.estimator").rpartition(".")
                assert below(tf, legacy) is getattr(importlib.import_module(path[0]), path[2])
        else:
            assert below(tf, legacy) is below(tensorflow, modern), legacy


@legacy_only
def test_they_were_the_same_objects():
    differing = [
        legacy
        for legacy, modern in SAME_OBJECTS.items()
        if legacy != LATER
        and is_there(legacy)
        and legacy.split(".")[2] not in CALLS_IT
        and below(tensorflow, legacy) is not below(tensorflow, modern)
    ]
    # its core twin differs in the modules that it imports
    assert differing == ["tensorflow.contrib.estimator.add_metrics"]


def is_there(name):
    try:
        below(tensorflow, name)
    except AttributeError:
        return False
    return True


@legacy_only
def test_native_objects(tf):
    from compat.tensorflow.contrib.distribute.python.mirrored_strategy import MirroredStrategy

    import compat.tensorflow.contrib as shims
    from compat.tensorflow.contrib import distribute

    native = tensorflow.contrib.distribute
    assert distribute.MirroredStrategy is MirroredStrategy is native.MirroredStrategy
    assert tf.contrib.distribute.OneDeviceStrategy is native.OneDeviceStrategy
    assert shims.tpu.TPUConfig is tensorflow.contrib.tpu.TPUConfig


@modern_only
def test_forms_of_import(tf):
    from compat.tensorflow.contrib.distribute.python import mirrored_strategy
    from compat.tensorflow.contrib.tpu.python.tpu import tpu_optimizer

    import compat.tensorflow.contrib.distribute as d
    from compat.tensorflow.contrib import distribute
    from compat.tensorflow.contrib.distribute import MirroredStrategy

    found = {d.MirroredStrategy, distribute.MirroredStrategy, MirroredStrategy, mirrored_strategy.MirroredStrategy}
    assert found == {tf.contrib.distribute.MirroredStrategy}
    assert tpu_optimizer.CrossShardOptimizer is tensorflow.compat.v1.tpu.CrossShardOptimizer
    assert {"MirroredStrategy", "get_tower_context", "get_distribution_strategy"} <= set(dir(distribute))


@modern_only
@pytest.mark.parametrize("name", [name for row in ROWS for name in row.symbols])
def test_shims(tf, name):
    assert below(tf, name) is not None


@modern_only
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("contrib.distribute.MultiWorkerAllReduce", "use tf.distribute.MultiWorkerMirroredStrategy"),
        ("contrib.training.bucket", "use tf.data"),
        ("contrib.learn.Experiment", "use keras.Model.fit"),
        ("contrib.tpu.keras_to_tpu_model", "in the scope of tf.distribute.TPUStrategy"),
        ("contrib.nonsense", "its parts went to the core"),
    ],
)
def test_what_is_gone_says_so(tf, name, said):
    with pytest.raises(AttributeError, match=said):
        below(tf, "tensorflow." + name)


def test_cells(tf, v1):
    assert tf.contrib.rnn.LSTMCell is tf.nn.rnn_cell.LSTMCell
    with tensorflow.Graph().as_default():
        cell = tf.contrib.rnn.DropoutWrapper(tf.contrib.rnn.GRUCell(2), output_keep_prob=0.5)
        outputs, _ = tf.nn.dynamic_rnn(cell, tensorflow.zeros([3, 4, 5]), dtype="float32")
        assert outputs.shape.as_list() == [3, 4, 2]
        assert v1.trainable_variables()[0].name == "rnn/gru_cell/gates/kernel:0"


@modern_only
def test_estimators_of_contrib_are_those_of_today(tf):
    if not has_estimators(tf):
        pytest.skip("tf.estimator needs tensorflow-estimator")
    tpu = tf.contrib.tpu
    assert tpu.TPUEstimator is tpu.python.tpu.tpu_estimator.TPUEstimator is tf.estimator.tpu.TPUEstimator
    assert tf.contrib.estimator.stop_if_no_decrease_hook is tf.estimator.experimental.stop_if_no_decrease_hook


@modern_only
def test_missing_estimator_says_how_to_install_it(tf):
    if has_estimators(tf):
        pytest.skip("tensorflow-estimator is there")
    with pytest.raises(ImportError, match=r"pip install \"tf-forward\[estimator\]\""):
        tf.contrib.tpu.TPUEstimator  # noqa: B018


def test_datasets(tf):
    rows = tensorflow.data.Dataset.range(10).apply(tf.contrib.data.map_and_batch(lambda x: x * x, 4))
    rows = rows.apply(tf.contrib.data.unbatch())
    with tensorflow.compat.v1.Session(graph=tensorflow.Graph()) as session:
        rows = tensorflow.data.Dataset.range(10).apply(tf.contrib.data.map_and_batch(lambda x: x * x, 4))
        following = tensorflow.compat.v1.data.make_one_shot_iterator(rows).get_next()
        assert [session.run(following).tolist() for _ in range(3)] == [[0, 1, 4, 9], [16, 25, 36, 49], [64, 81]]
