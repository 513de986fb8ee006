"""`wait_for_workers`: processes that wait for each other at the addresses of `TF_CONFIG`."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import warnings

import pytest

from compat.distribute.cluster import wait_for_workers
from compat.runner.ports import reserved_ports
from tests.compat.paths import ROOT

LIMIT = 120
"""Seconds."""

WAIT = """
import sys, time
from compat.distribute.cluster import wait_for_workers
began = time.monotonic()
try:
    wait_for_workers(float(sys.argv[1]))
except TimeoutError as error:
    print(error)
else:
    print('all there, tensorflow' if 'tensorflow' in sys.modules else 'all there')
"""

TRAIN = """
from compat.distribute.cluster import wait_for_workers
wait_for_workers(60)
import tensorflow as tf
tf.compat.v1.enable_v2_behavior()
distribute = tf.distribute
Strategy = getattr(distribute, 'MultiWorkerMirroredStrategy', None) or distribute.experimental.MultiWorkerMirroredStrategy
print(Strategy().num_replicas_in_sync)
"""


@pytest.fixture
def ports():
    with reserved_ports(3) as found:
        yield found


@pytest.fixture(autouse=True)
def _no_cluster(monkeypatch):
    for name in ("TF_CONFIG", "grpc_proxy", "https_proxy", "http_proxy"):
        monkeypatch.delenv(name, raising=False)


def tf_config(ports, index, kind="worker"):
    cluster = {"worker": [f"localhost:{port}" for port in ports]}
    return json.dumps({"cluster": cluster, "task": {"type": kind, "index": index}})


def start(code, config, *args):
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        env=dict(os.environ, PYTHONPATH=str(ROOT), TF_CONFIG=config, TF_CPP_MIN_LOG_LEVEL="3"),
        stdout=subprocess.PIPE,
        universal_newlines=True,
    )


def said(processes):
    try:
        return [process.communicate(timeout=LIMIT)[0].strip() for process in processes]
    finally:
        for process in processes:
            process.kill()


def test_all_appear(ports):
    """One after the other; none has a server of its own, and none loads TensorFlow."""
    processes = []
    for index in range(3):
        processes.append(start(WAIT, tf_config(ports, index), "60"))
        time.sleep(1 if index == 1 else 0)
    assert said(processes) == ["all there"] * 3


def test_one_never_appears(ports):
    began = time.monotonic()
    lines = said([start(WAIT, tf_config(ports, index), "5") for index in (0, 2)])
    assert time.monotonic() - began < 30
    for line in lines:
        assert line.startswith(f"1 of 3 tasks did not appear within 5 s: worker 1 at localhost:{ports[1]} (")
        assert "refused" in line


@pytest.mark.full
def test_the_strategy_takes_over_the_address(ports):
    processes = [start(TRAIN, tf_config(ports[:2], index)) for index in range(2)]
    assert said(processes) == ["2", "2"]


def test_a_host_that_does_not_exist(monkeypatch, ports):
    cluster = {"chief": [f"localhost:{ports[0]}"], "worker": ["no-such-host.invalid:2222"]}
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": {"type": "chief", "index": 0}}))
    with pytest.raises(TimeoutError, match=r"1 of 2 tasks .* worker 0 at no-such-host.invalid:2222 \(no such host"):
        wait_for_workers(0.5)


def test_the_own_address_is_taken(monkeypatch, ports):
    with contextlib.closing(socket.socket()) as other:
        other.bind(("", ports[0]))
        other.listen(1)
        monkeypatch.setenv("TF_CONFIG", tf_config(ports, 0))
        with pytest.raises(OSError, match=rf"worker 0 at localhost:{ports[0]} is this process, and another one has"):
            wait_for_workers(0.5)


def test_a_resolver_tells_the_cluster(ports):
    class Resolver:
        task_type, task_id = "worker", 0

        def cluster_spec(self):
            return self

        def as_dict(self):
            return {"worker": [f"localhost:{port}" for port in ports]}

    with pytest.raises(TimeoutError, match="2 of 3 tasks"):
        wait_for_workers(0.5, Resolver())


@pytest.mark.parametrize(
    "config",
    [
        None,
        "{}",
        '{"cluster": {"worker": ["localhost:20000"]}, "task": {"type": "worker", "index": 0}}',
        '{"cluster": {"worker": ["localhost:20000"]}, "task": {"type": "evaluator", "index": 0}}',
        '{"cluster": {"worker": ["localhost:20000"], "evaluator": ["b:1"]}, "task": {"type": "worker", "index": "0"}}',
    ],
)
def test_nothing_to_wait_for(monkeypatch, config):
    if config is not None:
        monkeypatch.setenv("TF_CONFIG", config)
    assert wait_for_workers(0.1) is None


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("not json", "TF_CONFIG is not the description of a cluster"),
        ("[1]", "TF_CONFIG is not the description of a cluster"),
        ('{"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 1}}', "the cluster has no worker 1"),
        ('{"cluster": {"worker": ["a:1", "b"]}, "task": {"type": "worker", "index": 0}}', "worker 1 at b is no addr"),
    ],
)
def test_what_is_no_cluster(monkeypatch, config, message):
    monkeypatch.setenv("TF_CONFIG", config)
    with pytest.raises(ValueError, match=message):
        wait_for_workers(0.1)


@pytest.mark.parametrize(
    ("exceptions", "warned"), [(None, True), ("example.org", True), ("example.org,localhost", False)]
)
def test_a_proxy_is_named(monkeypatch, ports, exceptions, warned):
    monkeypatch.setenv("TF_CONFIG", tf_config(ports, 0))
    monkeypatch.setenv("http_proxy", "http://localhost:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("no_grpc_proxy", raising=False)
    if exceptions:
        monkeypatch.setenv("no_proxy", exceptions)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(TimeoutError):
            wait_for_workers(0.1)
    assert bool(caught) is warned
    if warned:
        assert str(caught[0].message).startswith("http_proxy is set, so that TensorFlow reaches localhost:")
        assert caught[0].filename == __file__
