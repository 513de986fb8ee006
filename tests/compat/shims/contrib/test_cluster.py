"""CollectiveAllReduceStrategy in two processes that know each other from `TF_CONFIG`."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from compat.runner.ports import reserved_ports
from tests.compat.paths import ROOT
from tests.compat.shims.estimator.linear_model import FEATURES, RATE, samples

LIMIT = 240
"""Seconds."""


@pytest.fixture
def ports():
    with reserved_ports(2) as found:
        yield [str(port) for port in found]


def test_two_workers(tf, tmp_path, ports):
    try:
        tf.estimator.Estimator  # noqa: B018
    except ImportError as error:
        pytest.skip(str(error))
    environment = dict(os.environ, PYTHONPATH=str(ROOT), CUDA_VISIBLE_DEVICES="-1", TF_CPP_MIN_LOG_LEVEL="3")
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.compat.shims.contrib.worker", str(index), str(tmp_path / "model"), *ports],
            cwd=str(ROOT),
            env=environment,
            stdout=subprocess.PIPE,
            stderr=(tmp_path / f"{index}.log").open("w"),
            universal_newlines=True,
        )
        for index in range(2)
    ]
    try:
        said = [worker.communicate(timeout=LIMIT)[0] for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
    for index, text in enumerate(said):
        assert text.strip(), (tmp_path / f"{index}.log").read_text()[-2000:]
        found = json.loads(text.strip().splitlines()[-1])
        kernel, bias = expected(12)
        assert found["step"] == 12
        np.testing.assert_allclose(found["kernel"], kernel, atol=1e-5)
        np.testing.assert_allclose(found["bias"], bias, atol=1e-5)


def expected(steps):
    """Each step takes the mean of the gradients of both workers, which have every other row."""
    x, y = samples()
    kernel, bias = np.full(FEATURES, 0.5), 0.5
    for step in range(steps):
        rows = np.arange(step * 4, step * 4 + 4) % (len(x) // 2)
        rows = np.concatenate([2 * rows, 2 * rows + 1])
        error = x[rows] @ kernel + bias - y[rows]
        kernel = kernel - RATE * 2 * x[rows].T @ error / len(rows)
        bias = bias - RATE * 2 * np.mean(error)
    return kernel, bias
