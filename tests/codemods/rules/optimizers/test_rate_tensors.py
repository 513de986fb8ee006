"""Learning rates that are tensors, variables or whole numbers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\n"
CONSTANT, VARIABLE = "rate = tf.constant(0.1)\n", "rate = tf.Variable(0.1)\n"
SGD = "optimizer = tf.keras.optimizers.SGD({})\n"


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(origin=parse_origin("tensorflow==2.3"), select=("TFM353",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("made", "before", "changed"),
    [
        (CONSTANT, "learning_rate=rate", "learning_rate=float(rate)"),
        (CONSTANT, "rate, momentum=0.9", "float(rate), momentum=0.9"),
        ("", "tf.constant(0.1)", "float(tf.constant(0.1))"),
        ("", "tf.cast(0.1, tf.float32)", "float(tf.cast(0.1, tf.float32))"),
        (VARIABLE, "learning_rate=rate", "learning_rate=lambda: rate"),
        ("", "learning_rate=1", "learning_rate=1.0"),
        ("", "1, momentum=0", "1.0, momentum=0.0"),
    ],
)
def test_rewritten(made: str, before: str, changed: str) -> None:
    assert after(HEAD + made + SGD.format(before)) == HEAD + made + SGD.format(changed)
    assert after(HEAD + made + SGD.format(changed)) == HEAD + made + SGD.format(changed)


@pytest.mark.parametrize(
    "code",
    [
        SGD.format("0.1"),
        SGD.format("learning_rate=args.rate"),
        "rate = 0.1\n" + SGD.format("rate"),
        "rate = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)\n" + SGD.format("rate"),
        "if fast:\n    rate = 0.1\nelse:\n    rate = tf.constant(0.2)\n" + SGD.format("rate"),
        "def make(rate):\n    return tf.keras.optimizers.SGD(rate)\n",
        "x = tf.keras.layers.Dense(1)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(HEAD + code) == HEAD + code


STEPS = """import tensorflow as tf
rate = {}
optimizer = tf.keras.optimizers.SGD(learning_rate=rate, momentum=0.9)
dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
losses = []
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(dense(tf.ones([2, 3])) ** 2)
    gradients = tape.gradient(loss, dense.trainable_variables)
    optimizer.apply_gradients(zip(gradients, dense.trainable_variables))
    losses.append(float(loss))
"""


@pytest.mark.tensorflow
@pytest.mark.parametrize("rate", ["tf.constant(0.1)", "tf.Variable(0.1)"])
def test_losses_of_tensorflow_2_3(rate: str) -> None:
    pytest.importorskip("tensorflow")
    found: dict[str, list[float]] = {}
    exec(compile(after(STEPS.format(rate)), "code", "exec"), found)
    assert found["losses"] == pytest.approx([9.0, 0.36, 4.1616], abs=1e-5)
    with pytest.raises(ValueError, match="learning_rate"):
        exec(compile(STEPS.format(rate), "code", "exec"), {})
