"""24 steps of one, two and three replicas against TensorFlow 1.13.2 and 1.15.5: losses, weights, calls of a hook."""

import functools
import glob
import json
import shutil

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat import tensorflow as tf
from tests.compat.paths import ORACLES
from tests.compat.shims.keras_estimator.training_cases import CHECKPOINT, OPTIMIZERS, STEPS, build, input_fn, train
from tests.quick import first

RECORDED = {name: json.loads((ORACLES / f"keras_estimator_{name}.json").read_text()) for name in ("1.13.2", "1.15.5")}
CASES = [
    pytest.param(optimizer, replicas, marks=() if replicas == 2 else pytest.mark.full)
    for optimizer in OPTIMIZERS
    for replicas in (1, 2, 3)
]


def losses(model_dir):
    found = {}
    for path in glob.glob(f"{model_dir}/events*"):
        for event in tensorflow.compat.v1.train.summary_iterator(path):
            for value in event.summary.value:
                if value.tag.startswith("loss"):
                    found[event.step] = value.simple_value
    return [found[step] for step in sorted(found)]


@functools.lru_cache(maxsize=None)
def trained(optimizer, replicas):
    strategy = tf.distribute.MirroredStrategy([f"GPU:{index}" for index in range(replicas)]) if replicas > 1 else None
    return train(tf, tensorflow.compat.v1, strategy, optimizer, losses)


def assert_same(ours, legacy, tolerance=1e-5):
    np.testing.assert_allclose(ours["losses"], legacy["losses"], rtol=tolerance, atol=tolerance)
    for name, value in legacy["weights"].items():
        np.testing.assert_allclose(ours["weights"][name], value, rtol=tolerance, atol=tolerance, err_msg=name)
    np.testing.assert_allclose(ours["predicted"]["out"], legacy["predicted"]["out"], rtol=tolerance, atol=tolerance)
    for legacy_name, name in (("loss", "loss"), ("global_step", "global_step"), (accuracy(legacy), "acc")):
        assert ours["evaluated"][name] == pytest.approx(legacy["evaluated"][legacy_name], abs=tolerance)


def accuracy(legacy):
    """TensorFlow 1.13 has the name of the function, 1.15 the short one."""
    (name,) = set(legacy["evaluated"]) - {"loss", "global_step"}
    return name


@pytest.mark.parametrize(("optimizer", "replicas"), first(1, CASES))
def test_tensorflow_1_13(optimizer, replicas):
    assert_same(trained(optimizer, replicas), RECORDED["1.13.2"][f"{optimizer}-{replicas}"])


@pytest.mark.parametrize(("optimizer", "replicas"), first(1, [("adam", 1), ("momentum", 1)]))
def test_tensorflow_1_15(optimizer, replicas):
    ours, legacy = trained(optimizer, replicas), RECORDED["1.15.5"][f"{optimizer}-{replicas}"]
    assert_same(ours, legacy)
    assert set(ours["evaluated"]) == set(legacy["evaluated"])


@pytest.mark.parametrize("replicas", [2, pytest.param(3, marks=pytest.mark.full)])
def test_tensorflow_1_15_divides_twice(replicas):
    """There the reported loss and the gradient are divided by the replicas once more: Adam hides it, momentum not."""
    for optimizer, is_hidden in (("adam", True), ("momentum", False)):
        ours, legacy = trained(optimizer, replicas), RECORDED["1.15.5"][f"{optimizer}-{replicas}"]
        scaled = np.multiply(legacy["losses"], replicas)
        np.testing.assert_allclose(scaled[0], ours["losses"][0], rtol=1e-6)
        assert np.allclose(scaled, ours["losses"], rtol=1e-4) is is_hidden


@pytest.mark.parametrize(("optimizer", "replicas"), CASES)
def test_hooks_are_called_in_upstreams_order(optimizer, replicas):
    assert trained(optimizer, replicas)["calls"] == RECORDED["1.13.2"][f"{optimizer}-{replicas}"]["calls"]


@pytest.mark.parametrize("release", RECORDED)
def test_goes_on_from_a_legacy_checkpoint(release, tmp_path):
    for path in (ORACLES / f"keras_estimator_{release}").iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "model.ckpt"\n')
    model = build(tf, OPTIMIZERS["adam"](tf))
    estimator = tf.keras.estimator.model_to_estimator(model, model_dir=str(tmp_path))
    evaluated = estimator.evaluate(lambda: input_fn(tf, 1, rows=50))
    legacy = RECORDED[release][CHECKPOINT]["evaluated"]
    assert evaluated["global_step"] == STEPS
    assert evaluated["loss"] == pytest.approx(legacy["loss"], rel=1e-5)
    if release == "1.13.2":
        return  # the powers of beta have another name there
    estimator.train(lambda: input_fn(tf, 1), steps=1)
    before, after = (tensorflow.train.load_checkpoint(str(path)) for path in (tmp_path / "model.ckpt", tmp_path))
    assert after.get_tensor("global_step") == STEPS + 1
    decayed = before.get_tensor("training/beta1_power") * np.float32(0.9)
    assert after.get_tensor("training/beta1_power") == pytest.approx(decayed)
