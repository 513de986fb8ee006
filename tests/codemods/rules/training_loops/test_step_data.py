"""What an own `train_step` gets of single batches."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}

net = Net()
net.compile("sgd")
loss = net.train_on_batch(tf.ones((2, 3)), tf.zeros((2, 1)), return_dict=True)["loss"]
"""


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM357",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


def test_rewritten() -> None:
    changed = SOURCE.replace("x, y = data", "x, y = data[:2]")
    assert after(SOURCE) == after(changed) == changed
    assert after(SOURCE.replace("train_step", "test_step")) == changed.replace("train_step", "test_step")


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.replace("train_on_batch", "fit"),
        SOURCE.replace("x, y = data", "x, y, w = data"),
        SOURCE.replace("x, y = data", "x, y = unpack(data)"),
        SOURCE.replace("train_step", "own_step"),
        SOURCE.replace("tf.keras.Model", "object"),
        SOURCE.replace("x, y = data", "data = data[0]\n        x, y = data"),
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


@pytest.mark.tensorflow
def test_the_loss_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    found: dict[str, float] = {}
    exec(compile(after(SOURCE), "code", "exec"), found)
    assert float(found["loss"]) == pytest.approx(9.0)
    with pytest.raises(ValueError, match="too many values"):
        exec(compile(SOURCE, "code", "exec"), {})
