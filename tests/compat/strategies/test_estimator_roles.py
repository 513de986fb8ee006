"""Estimator scripts in the roles that `TF_CONFIG` gives them: chief, workers, parameter server, evaluator."""

import json

import numpy as np
import pytest

from tests.compat.cluster_runs import run_cluster

SCRIPT = """
import json
import os
import sys
from compat import tensorflow as tf
from tests.compat.shims.estimator.linear_model import model_fn_of, samples, weights_of

kind = json.loads(os.environ["TF_CONFIG"])["task"]["type"]
folder, strategy = sys.argv[1:]


def input_fn():
    return tf.data.Dataset.from_tensor_slices(samples()).repeat().batch(4)


made = {
    "none": lambda: None,
    "contrib": lambda: tf.contrib.distribute.ParameterServerStrategy(num_gpus_per_worker=0),
    "collective": lambda: tf.contrib.distribute.CollectiveAllReduceStrategy(num_gpus_per_worker=0),
    "core": lambda: tf.distribute.experimental.ParameterServerStrategy(),
}[strategy]()
config = tf.estimator.RunConfig(train_distribute=made, save_checkpoints_steps=100)
estimator = tf.estimator.Estimator(model_fn_of(tf, tf.compat.v1), folder, config=config)
tf.estimator.train_and_evaluate(
    estimator,
    tf.estimator.TrainSpec(input_fn, max_steps=200),
    tf.estimator.EvalSpec(input_fn, steps=6, throttle_secs=0, start_delay_secs=0),
)
if kind == "chief":
    kernel, bias = weights_of(estimator)
    step = int(estimator.get_variable_value("global_step"))
    print(json.dumps({"kernel": kernel.tolist(), "bias": bias, "step": step}))
if kind == "evaluator":
    print(any("tfevents" in name for name in os.listdir(os.path.join(folder, "eval"))))
"""


@pytest.fixture(autouse=True)
def _estimator(tf):
    try:
        tf.estimator.Estimator  # noqa: B018
    except ImportError as error:
        pytest.skip(str(error))


def check_trained(ran):
    found = json.loads(ran.last("chief"))
    assert found["step"] >= 200
    np.testing.assert_allclose(found["kernel"], [1.0, -2.0, 0.5], atol=1e-2)
    np.testing.assert_allclose(found["bias"], 0.25, atol=1e-2)


def test_every_role_of_train_and_evaluate(tmp_path):
    """Without a strategy: the variables are on the parameter server, the evaluator reads the checkpoints."""
    options = ("--workers", "1", "--chief", "--ps", "1", "--evaluator")
    ran = run_cluster(tmp_path, SCRIPT, *options, args=(str(tmp_path / "model"), "none"))
    check_trained(ran)
    assert ran.last("evaluator") == "True"


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("contrib", ("--ps", "1", "--evaluator")),
        ("core", ("--ps", "1")),
        ("collective", ("--evaluator",)),
    ],
)
def test_roles_under_a_strategy(tmp_path, strategy, options):
    """The evaluator makes the strategy too, and is in no cluster of it."""
    args = (str(tmp_path / "model"), strategy)
    ran = run_cluster(tmp_path, SCRIPT, "--workers", "1", "--chief", *options, args=args)
    check_trained(ran)
    if "--evaluator" in options:
        assert ran.last("evaluator") == "True"
