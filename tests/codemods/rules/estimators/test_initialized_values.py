"""`initialized_value()` raises on the variables of TensorFlow 2, and is there on those of TensorFlow 1."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

ESTIMATOR = """import tensorflow as tf
def model_fn(features, labels, mode):
    w = tf.get_variable("w", [4, 3])
    c = {}
    return tf.estimator.EstimatorSpec(mode, loss=tf.reduce_sum(w - c))
est = tf.estimator.Estimator(model_fn)
"""
GRAPH = """import tensorflow as tf
w = tf.Variable(tf.random_normal([3]))
c = {}
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
"""


def _lines(source: str, to: str = "native", origin: str = "") -> list[int]:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(again, Upgraded)
    found = [each.line for each in result.findings if each.code == "TFM452"]
    assert found == [each.line for each in again.findings if each.code == "TFM452"]
    return found


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "use", ["tf.Variable(w.initialized_value())", "tf.zeros_like(w.initialized_value())", "w.initialized_value() * 2"]
)
def test_in_estimators(use: str, to: str) -> None:
    assert _lines(ESTIMATOR.format(use), to) == [4]


def test_of_tensorflow_2() -> None:
    source = "import tensorflow as tf\nw = tf.Variable(1.0)\nc = tf.Variable(w.initialized_value())\n"
    assert _lines(source, origin="tensorflow==2.3") == [3]
    assert _lines(f"{source}tf.compat.v1.disable_eager_execution()\n") == [3]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("use", ["tf.Variable(w.initialized_value())", "tf.zeros_like(w.initialized_value())"])
def test_graphs_have_the_variables_of_tensorflow_1(use: str, to: str) -> None:
    assert _lines(GRAPH.format(use), to) == []


@pytest.mark.parametrize(
    "use",
    [
        "tf.Variable(w)",
        "w.initial_value",
        "w.initialized_value",
        "w.initialized_value(1)",
        "tf.Variable(tf.zeros([4, 3]))",
    ],
)
def test_other_uses(use: str) -> None:
    assert _lines(ESTIMATOR.format(use)) == []


def test_own_method() -> None:
    source = ESTIMATOR.format("w.initialized_value()") + "class V:\n    def initialized_value(self): return 1\n"
    assert _lines(source) == []


@pytest.mark.tensorflow
def test_what_the_advice_does() -> None:
    """The method raises, and what the advice names gives the random values that the variable has."""
    tf: Any = pytest.importorskip("tensorflow")
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        w = v1.get_variable("w", [3], initializer=v1.random_normal_initializer(), use_resource=True)
        if tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 15):
            with pytest.raises(NotImplementedError):
                w.initialized_value()
        value = v1.cond(v1.is_variable_initialized(w), w.read_value, lambda: w.initial_value)
        copy = v1.Variable(value, use_resource=True)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            first, second = session.run([w, copy])
    assert first.tolist() == second.tolist()
