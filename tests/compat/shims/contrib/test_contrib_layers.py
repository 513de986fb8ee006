"""Layers of `tf.contrib.layers` and `slim` compute, train, update and collect what they did on TensorFlow 1.15.5."""

import gzip
import importlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from compat.tables.names.slim import ROWS
from tests.compat.oracles.contrib_layers_cases import every_run, found
from tests.compat.paths import ORACLES
from tests.compat.releases import TENSORFLOW

RECORDED = json.loads(gzip.decompress(ORACLES.joinpath("contrib_layers.json.gz").read_bytes()).decode())
IS_TENSORFLOW_1 = TENSORFLOW < (2, 0)
HAS_SLIM = IS_TENSORFLOW_1 or importlib.util.find_spec("tf_slim") is not None
with_slim = pytest.mark.skipif(not HAS_SLIM, reason="the layers of contrib need tf-slim")
modern_only = pytest.mark.skipif(IS_TENSORFLOW_1, reason="TensorFlow 1.15 has contrib")
NUMBERS = ("y", "gradients", "losses", "ends")


@pytest.fixture(params=["TensorFlow 1", "TensorFlow 2"])
def behaviour(request, v1):
    """The behaviour of TensorFlow 1 has other variables and another control flow."""
    if request.param == "TensorFlow 2":
        yield
        return
    v1.disable_resource_variables()
    v1.disable_control_flow_v2()
    yield
    if not IS_TENSORFLOW_1:
        v1.enable_resource_variables()
        v1.enable_control_flow_v2()


@with_slim
@pytest.mark.usefixtures("behaviour")
@pytest.mark.parametrize(("label", "name", "mode"), every_run(), ids=lambda each: each if ":" in each else "")
def test_layers(tf, v1, label, name, mode):
    recorded, now = RECORDED[label], found(v1, tf.contrib, name, mode)
    for key in NUMBERS:
        assert len(recorded[key]) == len(now[key])
        for value, expected in zip(now[key], recorded[key]):
            np.testing.assert_allclose(value, expected, rtol=1e-5, atol=2e-5, err_msg=key)
    assert set(now["variables"]) == set(recorded["variables"])
    for variable, expected in recorded["variables"].items():
        np.testing.assert_allclose(now["variables"][variable], expected, rtol=1e-5, atol=1e-5, err_msg=variable)
    for key in set(recorded) - {*NUMBERS, "variables"}:
        assert now[key] == recorded[key], key


@modern_only
@with_slim
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.symbols[0])
def test_names(row):
    paths = [name.rpartition(".") for name in row.symbols]
    assert [name for module, _, name in paths if not hasattr(importlib.import_module(f"compat.{module}"), name)] == []


@modern_only
@with_slim
def test_forms_of_import(tf):
    import compat.tensorflow.contrib.slim as s
    from compat.tensorflow.contrib.framework.python.ops import arg_scope
    from compat.tensorflow.contrib.layers.python.layers import batch_norm
    from compat.tensorflow.contrib.layers.python.layers import layers as private
    from compat.tensorflow.contrib.slim.nets import resnet_v1
    from compat.tensorflow.contrib.slim.python.slim.nets.resnet_v1 import resnet_v1_50

    from compat.tensorflow.contrib import layers, slim

    assert s is slim is tf.contrib.slim
    assert layers.fully_connected is slim.fully_connected
    assert layers.batch_norm is private.batch_norm is batch_norm
    assert arg_scope is slim.arg_scope is tf.contrib.framework.arg_scope
    assert resnet_v1_50 is resnet_v1.resnet_v1_50 is slim.nets.resnet_v1.resnet_v1_50


@with_slim
@pytest.mark.parametrize(
    ("build", "error", "said"),
    [
        (lambda layers, x: layers.fully_connected(x, 3, nonsense=1), TypeError, "nonsense"),
        (lambda layers, x: layers.batch_norm(x, momentum=0.9), TypeError, "momentum"),
        (lambda layers, x: layers.batch_norm(x, data_format="CHWN"), ValueError, "data_format"),
        (lambda layers, x: layers.fully_connected(x, 2.5), ValueError, "num_outputs"),
    ],
)
def test_what_layers_refuse(tf, v1, build, error, said):
    with v1.Graph().as_default(), pytest.raises(error, match=said):
        build(tf.contrib.layers, v1.placeholder(v1.float32, [2, 3]))


@with_slim
def test_function_without_arg_scope_is_refused(tf):
    with pytest.raises(ValueError, match="not decorated"), tf.contrib.slim.arg_scope([print], stride=2):
        raise AssertionError


@with_slim
def test_training_and_evaluation(tmp_path):
    """`slim.learning.train` saves what `slim.evaluation` reads, in a process with the behaviour of TensorFlow 1."""
    script = Path(__file__).with_name("slim_training.py")
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, cwd=str(script.parents[4]))


@modern_only
@pytest.mark.skipif(HAS_SLIM, reason="tf-slim is there")
def test_missing_package_says_how_to_install_it(tf):
    with pytest.raises(ImportError, match=r"pip install \"tf-forward\[slim\]\""):
        tf.contrib.layers.fully_connected  # noqa: B018


@modern_only
@with_slim
@pytest.mark.parametrize(
    "loop",
    [
        lambda tf, folder: tf.contrib.slim.learning.train(tf.constant(1.0), folder, number_of_steps=1),
        lambda tf, folder: tf.contrib.slim.evaluation.evaluate_once("", folder, folder),
        lambda tf, folder: tf.contrib.slim.evaluation.evaluation_loop("", folder, folder, timeout=1),
        lambda tf, folder: tf.contrib.training.train(tf.constant(1.0), folder),
    ],
    ids=["train", "evaluate_once", "evaluation_loop", "training.train"],
)
def test_loops_do_not_run_eagerly(tf, tmp_path, loop):
    """As `compat/tables/behaviour/graph_mode.py` says."""
    with pytest.raises((RuntimeError, AttributeError), match="eager"):
        loop(tf, str(tmp_path))
