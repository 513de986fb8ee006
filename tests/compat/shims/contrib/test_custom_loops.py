"""Training loops of one's own give the numbers of the release that had their methods: `oracles/record_loops.py`.

TensorFlow 1.12 and 1.13 divided a loss by the number of replicas before they took its gradient, 1.14 and 1.15 only in
Estimators. Methods that went in 1.14 follow 1.13, all others 1.15.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.compat.paths import ORACLES
from tests.compat.releases import IS_MODERN, TENSORFLOW
from tests.compat.shims.contrib.loop_cases import (
    CASES,
    REPLICAS,
    contrib_strategy,
    core_strategy,
    experimental_run,
    run,
)
from tests.quick import only

RECORDED = json.loads(ORACLES.joinpath("loops.json").read_text(encoding="utf-8"))
FOLLOWED = {"call_for_each_replica": "1.13.2", "call_for_each_tower": "1.12.3"}
ROOT = ORACLES.parents[2]
FIXTURES = ROOT / "tests" / "codemods" / "fixtures" / "custom_loops"
NEEDS_V1 = "experimental_run_v2, core"
"""In a graph, `make_initializable_iterator` of a distributed dataset needs `tf.compat.v1.disable_v2_behavior()`."""


def expected(loop, optimizer):
    release = "1.15.5" if TENSORFLOW < (2, 0) else FOLLOWED.get(loop.split(",")[0], "1.15.5")
    return RECORDED[release].get(f"{loop}, {optimizer}")


def check(found, loop, optimizer):
    known = expected(loop, optimizer)
    assert (found is None) is (known is None)
    if known is not None:
        np.testing.assert_allclose(found["losses"], known["losses"], rtol=1e-5)
        np.testing.assert_allclose(found["weights"], known["weights"], atol=1e-6)


@pytest.mark.parametrize(("loop", "optimizer"), [case for case in CASES if case[0] != NEEDS_V1 or TENSORFLOW < (2, 0)])
def test_loop(tf, loop, optimizer):
    check(run(tf, loop, optimizer), loop, optimizer)


def test_releases_differ_by_the_scale_of_the_loss():
    """The first step of 1.13 is half as long on two replicas; towers, which take the mean themselves, agree."""
    start = RECORDED["1.15.5"]["towers, sgd"]
    assert start == RECORDED["1.13.2"]["towers, sgd"] == RECORDED["1.14.0"]["towers, sgd"]
    for loop in ("experimental_run, contrib, sgd", "experimental_run, core, sgd"):
        assert RECORDED["1.13.2"][loop]["weights"] == start["weights"]
        assert RECORDED["1.14.0"][loop] == RECORDED["1.15.5"][loop]
        assert abs(RECORDED["1.15.5"][loop]["weights"][1] - start["weights"][1]) > 0.4


@pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")
@pytest.mark.parametrize("optimizer", ["sgd", "momentum"])
@pytest.mark.parametrize(("name", "make"), [("contrib", contrib_strategy), ("core", core_strategy)])
def test_divided_loss_gives_the_numbers_of_1_13(tf, name, make, optimizer):
    """What `upgrade --from tensorflow==1.13` writes."""
    with tf.Graph().as_default():
        found = experimental_run(tf, make, optimizer, divisor=REPLICAS)
    known = RECORDED["1.13.2"][f"experimental_run, {name}, {optimizer}"]
    np.testing.assert_allclose(found["losses"], known["losses"], rtol=1e-5)
    np.testing.assert_allclose(found["weights"], known["weights"], atol=1e-6)


IN_A_PROCESS = """
import json, sys, tensorflow
from compat.runner.devices import emulate_gpus
tensorflow.compat.v1.disable_v2_behavior()
emulate_gpus(3)
from compat import tensorflow as tf
from tests.compat.shims.contrib.loop_cases import run
print(json.dumps(run(tf, *sys.argv[1:])))
"""


@pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")
@pytest.mark.parametrize("optimizer", only(("momentum",), ["sgd", "momentum"]))
def test_experimental_run_v2_in_a_graph(optimizer):
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS, NEEDS_V1, optimizer],
        cwd=str(ROOT),
        env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"},
        stdout=subprocess.PIPE,
        check=True,
    )
    check(json.loads(done.stdout.decode().splitlines()[-1]), NEEDS_V1, optimizer)


@pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")
@pytest.mark.parametrize("make", ["MirroredStrategy", "OneDeviceStrategy"])
def test_experimental_run_v2_of_core_strategies(tf, make):
    strategy = getattr(tf.distribute, make)(*(["/cpu:0"] if make == "OneDeviceStrategy" else [["/cpu:0", "/cpu:1"]]))
    doubled = strategy.experimental_run_v2(lambda x, by: x * by, args=(tensorflow.constant(2.0),), kwargs={"by": 3.0})
    assert [float(each) for each in strategy.unwrap(doubled)] == [6.0] * strategy.num_replicas_in_sync
    assert float(strategy.reduce("SUM", doubled)) == 6.0 * strategy.num_replicas_in_sync


@pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")
def test_experimental_run_v2_of_the_strategy_around(tf):
    """Of the default strategy, and of one that is not of the shims."""
    default = tf.distribute.get_strategy()
    assert float(default.experimental_run_v2(lambda: tensorflow.constant(3.0))) == 3.0
    assert tf.distribute.get_strategy() is default
    assert default is tensorflow.distribute.get_strategy()
    assert not tensorflow.distribute.has_strategy()
    native = tensorflow.distribute.OneDeviceStrategy("/cpu:0")
    with native.scope():
        assert tf.distribute.get_strategy() is native
        assert float(native.experimental_run_v2(lambda x: x, args=(tensorflow.constant(3.0),))) == 3.0
        assert type(native).__name__ == "OneDeviceStrategy"


@pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")
def test_strategies_are_instances_of_their_base(tf):
    made = [tf.distribute.MirroredStrategy(["/cpu:0"]), tensorflow.distribute.OneDeviceStrategy("/cpu:0")]
    assert all(isinstance(each, tf.distribute.Strategy) for each in (*made, tf.distribute.get_strategy()))
    assert not isinstance(made[0].extended, tf.distribute.Strategy)
    assert hasattr(tf.distribute.experimental.TPUStrategy, "experimental_run_v2")


@pytest.mark.skipif(not (2, 1) <= TENSORFLOW <= (2, 3), reason="the releases that the script was written for")
@pytest.mark.parametrize("name", ["mirrored_training", "unbuilt_models"])
def test_fixtures_on_the_releases_that_they_were_written_for(name):
    """Each `.in.py` holds the numbers that it must give, before and after `upgrade`."""
    code = "import sys; from compat.runner.devices import emulate_gpus; emulate_gpus(2); "
    code += "import runpy; runpy.run_path(sys.argv[1], run_name='__main__')"
    script = str(FIXTURES / f"{name}.in.py")
    subprocess.run([sys.executable, "-c", code, script], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
