"""The resolvers that TensorFlow has, without the machines that they ask."""

import contextlib
import importlib.util
import inspect
import os
import socket
import subprocess
import sys

import pytest
import tensorflow as tf

from compat.distribute.cluster import wait_for_workers
from compat.runner.ports import reserved_ports
from tests.compat.paths import ROOT

resolvers = tf.distribute.cluster_resolver

STEP = {
    "SLURM_PROCID": "1",
    "SLURM_STEP_NUM_TASKS": "2",
    "SLURM_STEP_TASKS_PER_NODE": "1(x2)",
    "SLURM_STEP_NODELIST": "node[3-4]",
}
"""What `srun` sets; no command of SLURM is called."""

WITHOUT_GPUS = {"gpus_per_node": 1, "gpus_per_task": 1, "auto_set_gpu": False}

TRAIN = """
import sys
import tensorflow as tf
from compat.distribute.cluster import wait_for_workers
resolver = tf.distribute.cluster_resolver.SlurmClusterResolver(
    port_base=int(sys.argv[1]), gpus_per_node=2, gpus_per_task=1, auto_set_gpu=False
)
wait_for_workers(60, resolver)
strategy = tf.distribute.MultiWorkerMirroredStrategy(cluster_resolver=resolver)
total = tf.function(lambda: strategy.run(lambda: tf.distribute.get_replica_context().all_reduce("sum", tf.constant(1.0))))
print(float(total()))
"""


@pytest.fixture
def step(monkeypatch):
    for name, value in STEP.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")


def test_slurm_reads_the_environment_of_a_step(step):
    resolver = resolvers.SlurmClusterResolver(port_base=8888, **WITHOUT_GPUS)
    assert resolver.cluster_spec().as_dict() == {"worker": ["node3:8888", "node4:8888"]}
    assert (resolver.task_type, resolver.task_id) == ("worker", 1)


def test_slurm_shares_the_gpus_of_a_node(step, monkeypatch):
    monkeypatch.setenv("SLURM_STEP_NUM_TASKS", "4")
    monkeypatch.setenv("SLURM_STEP_TASKS_PER_NODE", "2(x2)")
    resolver = resolvers.SlurmClusterResolver(port_base=8888, gpus_per_node=4, gpus_per_task=2)
    cluster = resolver.cluster_spec().as_dict()
    assert cluster == {"worker": ["node3:8888", "node3:8889", "node4:8888", "node4:8889"]}
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "2,3"
    assert resolver.num_accelerators() == {"GPU": 2}


def test_slurm_without_gpus_has_to_be_told(step, monkeypatch, tmp_path):
    """It asks nvidia-smi, which is not there, and does not take 0 GPUs for an answer."""
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="nvidia-smi"):
        resolvers.SlurmClusterResolver()
    with pytest.raises(ValueError, match="must not be zero"):
        resolvers.SlurmClusterResolver(gpus_per_node=0, gpus_per_task=0).cluster_spec()


def test_slurm_outside_of_a_step(monkeypatch):
    for name in STEP:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(RuntimeError, match="Not running inside a SLURM step"):
        resolvers.SlurmClusterResolver(**WITHOUT_GPUS)


def test_the_workers_of_slurm_can_be_waited_for(step, monkeypatch):
    monkeypatch.setenv("SLURM_STEP_NODELIST", "no-such-node-[3-4]")
    with reserved_ports(1) as ports:
        resolver = resolvers.SlurmClusterResolver(port_base=ports[0], **WITHOUT_GPUS)
        with pytest.raises(TimeoutError, match="worker 0 at no-such-node-3:"):
            wait_for_workers(0.5, resolver)


def test_two_processes_of_a_slurm_step_reduce():
    """On one node, of which SLURM gives two tasks the ports one after the other."""
    with reserved_ports(20) as ports:
        port = next(port for port in ports if is_free(port + 1))
        shared = dict(
            STEP, SLURM_STEP_TASKS_PER_NODE="2", SLURM_STEP_NODELIST="localhost", TF_CPP_MIN_LOG_LEVEL="3",
            PYTHONPATH=str(ROOT), CUDA_VISIBLE_DEVICES="",
        )  # fmt: skip
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", TRAIN, str(port)],
                env=dict(os.environ, **dict(shared, SLURM_PROCID=str(index))),
                stdout=subprocess.PIPE,
                universal_newlines=True,
            )
            for index in range(2)
        ]
        try:
            said = [process.communicate(timeout=120)[0].split() for process in processes]
        finally:
            for process in processes:
                process.kill()
    assert said == [["2.0"], ["2.0"]]


def is_free(port):
    with contextlib.closing(socket.socket()) as server:
        try:
            server.bind(("", port))
        except OSError:
            return False
        return True


def test_a_union_of_resolvers():
    """`UnionClusterResolver` of contrib is `UnionResolver` today."""
    parts = [resolvers.SimpleClusterResolver(tf.train.ClusterSpec({"worker": [address]})) for address in ("a:1", "b:1")]
    assert resolvers.UnionResolver(*parts).cluster_spec().as_dict() == {"worker": ["a:1", "b:1"]}


def test_kubernetes_takes_what_it_took():
    """Its API only: the package `kubernetes` and a cluster are not here."""
    parameters = list(inspect.signature(resolvers.KubernetesClusterResolver.__init__).parameters)
    assert parameters[:4] == ["self", "job_to_label_mapping", "tf_server_port", "rpc_layer"]
    if importlib.util.find_spec("kubernetes") is None:
        with pytest.raises(ImportError, match="pip install kubernetes"):
            resolvers.KubernetesClusterResolver()


def test_tpu_takes_what_it_took():
    """Its API only: there is no TPU here."""
    parameters = list(inspect.signature(resolvers.TPUClusterResolver.__init__).parameters)
    assert parameters[1:6] == ["tpu", "zone", "project", "job_name", "coordinator_name"]
    for strategy in (tf.distribute.TPUStrategy, tf.distribute.experimental.TPUStrategy):
        assert "tpu_cluster_resolver" in inspect.signature(strategy.__init__).parameters
