"""Names that need a graph fail eagerly, and work once TensorFlow 2's behaviour is disabled."""

import os
import subprocess
import sys
import textwrap

import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.behaviour.graph_mode import GRAPH_ONLY  # noqa: E402
from tests.compat.paths import ROOT  # noqa: E402

if tf.__version__.startswith("1."):
    pytest.skip("TensorFlow 1 builds graphs anyway", allow_module_level=True)

v1 = tf.compat.v1

CALLS = {
    "InteractiveSession": lambda: v1.InteractiveSession().run(tf.constant(1)),
    "Session": lambda: v1.Session().run(tf.constant(1)),
    "TFRecordReader": v1.TFRecordReader,
    "TextLineReader": v1.TextLineReader,
    "WholeFileReader": v1.WholeFileReader,
    "placeholder": lambda: v1.placeholder(tf.float32),
    "sparse_placeholder": lambda: v1.sparse_placeholder(tf.float32),
    "summary.FileWriter": lambda: v1.summary.FileWriter("unused"),
    "summary.merge_all": v1.summary.merge_all,
    "train.MonitoredSession": v1.train.MonitoredSession,
    "train.MonitoredTrainingSession": v1.train.MonitoredTrainingSession,
    "train.QueueRunner": v1.train.QueueRunner,
    "train.SingularMonitoredSession": v1.train.SingularMonitoredSession,
    "train.Supervisor": v1.train.Supervisor,
    "train.batch": lambda: v1.train.batch([tf.constant(1)], 2),
    "train.batch_join": lambda: v1.train.batch_join([[tf.constant(1)]], 2),
    "train.input_producer": lambda: v1.train.input_producer(tf.constant([1])),
    "train.range_input_producer": lambda: v1.train.range_input_producer(2),
    "train.shuffle_batch": lambda: v1.train.shuffle_batch([tf.constant(1)], 2, 4, 2),
    "train.shuffle_batch_join": lambda: v1.train.shuffle_batch_join([[tf.constant(1)]], 2, 4, 2),
    "train.slice_input_producer": lambda: v1.train.slice_input_producer([tf.constant([1])]),
    "train.start_queue_runners": lambda: v1.train.start_queue_runners(v1.Session()),
    "train.string_input_producer": lambda: v1.train.string_input_producer(["a"]),
}
INITIALIZERS = {"global_variables_initializer", "initialize_all_variables"}
"""They initialize nothing: eager variables have their values."""


def test_every_name_is_called():
    of_contrib = {name for name in GRAPH_ONLY if name.startswith("tensorflow.contrib.")}  # in test_contrib_layers.py
    assert {"tensorflow." + name for name in {*CALLS, *INITIALIZERS}} == set(GRAPH_ONLY) - of_contrib


def test_they_do_not_run_eagerly():
    errors = {name: error_of(call) for name, call in CALLS.items()}
    told = {name for name, text in errors.items() if "eager" in text or "graph is empty" in text}
    assert {name: text for name, text in errors.items() if name not in told} == {}
    assert [getattr(v1, name)() for name in sorted(INITIALIZERS)] == [None, None]


def error_of(call):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return str(error).lower()
    return "it runs"


def test_they_run_once_the_behaviour_is_disabled():
    code = """
        import tempfile
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        x = tf.placeholder(tf.float32)
        v = tf.get_variable("v", [1])
        total = tf.reduce_sum(x, keep_dims=True)
        numbers = tf.train.batch([tf.constant(1)], 2)
        tf.summary.scalar("total", tf.reduce_sum(total))
        merged = tf.summary.merge_all()
        writer = tf.summary.FileWriter(tempfile.mkdtemp())
        assert isinstance(v, tf.Variable)
        with tf.train.MonitoredTrainingSession() as session:
            assert session.run(numbers).tolist() == [1, 1]
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            assert session.run(total, {x: [1.0, 2.0]}).tolist() == [3.0]
            writer.add_summary(session.run(merged, {x: [1.0]}))
    """
    environment = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
