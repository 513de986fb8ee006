"""Clipping of gradients that the code applies itself."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf
optimizer = tf.keras.optimizers.SGD(0.1{})
dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
losses = []
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(dense(tf.ones([2, 3])) ** 2)
    gradients = tape.gradient(loss, dense.trainable_variables)
    optimizer.apply_gradients(zip(gradients, dense.trainable_variables))
    losses.append(float(loss))
"""
CLIPS = SOURCE.format(", clipvalue=0.5")


def upgraded(code: str, origin: str) -> Upgraded:
    settings = Settings(origin=parse_origin(origin) if origin else None, select=("TFM355",))
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    return result


def run(code: str, origin: str = "tensorflow==2.3") -> Upgraded:
    result = upgraded(code, origin)
    assert not result.findings
    return result


@pytest.mark.parametrize("clipping", [", clipvalue=0.5", ", clipnorm=1.0"])
def test_left_out(clipping: str) -> None:
    assert run(SOURCE.format(clipping)).after.decode() == SOURCE.format("")
    assert not run(SOURCE.format(clipping)).notes


def test_of_an_unknown_release() -> None:
    result = run(CLIPS, "")
    assert result.after.decode() == CLIPS
    assert [each.line for each in result.notes] == [2]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.format(""),
        SOURCE.format(", momentum=0.9"),
        SOURCE.format(", clipvalue=None"),
        CLIPS + "model.compile(optimizer, 'mse')\n",
        CLIPS + "optimizer.minimize(loss, variables)\n",
        CLIPS + "train(optimizer)\n",
        CLIPS.replace("optimizer.apply_gradients", "other.apply_gradients"),
        CLIPS.replace("import tensorflow as tf", "import tensorflow as tf, tf_keras").replace("tf.keras", "tf_keras"),
    ],
)
def test_left_alone(code: str) -> None:
    assert run(code).after.decode() == code


@pytest.mark.parametrize("origin", ["tensorflow==2.4", "tensorflow==2.12"])
def test_since_tensorflow_2_4(origin: str) -> None:
    assert run(CLIPS, origin).after.decode() == CLIPS
    assert not run(CLIPS, origin).notes


ON_REPLICAS = """import tensorflow as tf
strategy = tf.distribute.MirroredStrategy()
optimizer = tf.keras.optimizers.SGD(0.1, clipnorm=1.0)
def step(rows):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(dense(rows) ** 2)
    gradients = tape.gradient(loss, dense.trainable_variables)
    optimizer.apply_gradients(zip(gradients, dense.trainable_variables))
@tf.function
def steps(rows):
    strategy.run(step, args=(rows,))
"""
IN_A_CLASS = """import tensorflow as tf
class Trainer:
    def __init__(self, strategy):
        self.strategy = strategy
        self.optimizer = tf.keras.optimizers.Adam(clipvalue=0.5)
    def step(self, rows):
        self.apply(rows)
    def apply(self, gradients):
        self.optimizer.apply_gradients(zip(gradients, self.variables))
    def steps(self, rows):
        self.strategy.run(self.step, args=(rows,))
"""


@pytest.mark.parametrize("origin", ["", "tensorflow==2.4", "tensorflow==2.10", "tensorflow==2.12"])
@pytest.mark.parametrize(("code", "line"), [(ON_REPLICAS, 3), (IN_A_CLASS, 5)])
def test_on_replicas(code: str, line: int, origin: str) -> None:
    result = upgraded(code, origin)
    assert [(each.code, each.line) for each in result.findings] == [("TFM355", line)]
    assert not result.notes
    assert result.after.decode() == code


@pytest.mark.parametrize(
    ("code", "origin"),
    [
        (ON_REPLICAS, "tensorflow==2.3"),
        (ON_REPLICAS.replace(", clipnorm=1.0", ""), "tensorflow==2.10"),
        (ON_REPLICAS.replace("strategy.run(step, args=(rows,))", "step(rows)"), "tensorflow==2.10"),
        (ON_REPLICAS.replace("strategy.run(step,", "strategy.run(other,"), "tensorflow==2.10"),
        (ON_REPLICAS.replace("optimizer.apply_gradients", "other.apply_gradients"), "tensorflow==2.10"),
        (IN_A_CLASS.replace("self.optimizer.apply", "self.other.apply"), "tensorflow==2.10"),
    ],
)
def test_nothing_to_report(code: str, origin: str) -> None:
    assert not upgraded(code, origin).findings


@pytest.mark.tensorflow
@pytest.mark.parametrize(("is_upgraded", "losses"), [(True, [9.0, 0.36, 0.0144]), (False, [9.0, 7.84, 6.76])])
def test_numbers(is_upgraded: bool, losses: list[float]) -> None:
    """TensorFlow 2.3.4 has those of the upgraded code."""
    pytest.importorskip("tensorflow")
    found: dict[str, list[float]] = {}
    exec(compile(run(CLIPS).after if is_upgraded else CLIPS, "code", "exec"), found)
    assert found["losses"] == pytest.approx(losses, abs=1e-5)
