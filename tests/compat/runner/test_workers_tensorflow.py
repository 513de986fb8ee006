"""`python -m compat run --workers`: the processes find each other, with TensorFlow's own strategy."""

import os
import subprocess
import sys

import pytest

from tests.compat.paths import ROOT

LIMIT = 240
"""Seconds."""

ALL_REDUCE = """
import json
import os
import sys
import tensorflow as tf

tf.compat.v1.enable_v2_behavior()
distribute = tf.distribute
Strategy = getattr(distribute, "MultiWorkerMirroredStrategy", None) or distribute.experimental.MultiWorkerMirroredStrategy
strategy = Strategy()
index = json.loads(os.environ["TF_CONFIG"])["task"]["index"]


@tf.function
def total():
    context = tf.distribute.get_replica_context
    run = getattr(strategy, "run", None) or strategy.experimental_run_v2
    return run(lambda: context().all_reduce("sum", tf.constant(10.0 ** index)))


local = strategy.experimental_local_results(total())
print(strategy.num_replicas_in_sync, [float(value) for value in local])
"""


def run(tmp_path, script, *options):
    path = tmp_path / "train.py"
    path.write_text(script)
    process = subprocess.Popen(
        [sys.executable, "-m", "compat", "run", *options, str(path)],
        env=dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    try:
        out, err = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
    return process.returncode, sorted(out.splitlines()), err


@pytest.mark.full
def test_all_reduce(tmp_path):
    status, out, err = run(tmp_path, ALL_REDUCE, "--workers", "2")
    assert status == 0, err[-2000:]
    assert out == ["[worker 0] 2 [11.0]", "[worker 1] 2 [11.0]"]


@pytest.mark.full
def test_all_reduce_after_a_restart(tmp_path):
    """On the same ports, which the first processes have only just left."""
    mark = tmp_path / "started"
    script = ALL_REDUCE + (
        f"if index == 1 and not os.path.exists({str(mark)!r}):\n"
        f"    open({str(mark)!r}, 'w').close()\n"
        "    os.kill(os.getpid(), 9)\n"
        "total()\n"
    )
    status, out, err = run(tmp_path, script, "--workers", "2", "--restarts", "1")
    assert status == 0, err[-2000:]
    assert "note: worker 1 was killed by SIGKILL; all start again (1 of 1)" in err
    assert set(out) == {"[worker 0] 2 [11.0]", "[worker 1] 2 [11.0]"}
    assert out.count("[worker 1] 2 [11.0]") == 2, "the other one may be stopped before it has its first sum"
