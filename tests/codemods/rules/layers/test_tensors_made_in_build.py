"""Tensors that `build` keeps."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf

class Margin(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=[int(input_shape[-1]), 2], initializer="ones")
{}
    def call(self, x):
        return tf.matmul(x, self.w) * self.half * self.two
"""
LINES = "        # the margin\n        self.half = tf.identity(0.5)\n        self.two = tf.constant(2.0)\n"
SCOPED = (
    "        # the margin\n        with tf.init_scope():\n            self.half = tf.identity(0.5)\n"
    "            self.two = tf.constant(2.0)\n"
)


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM362",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


def test_rewritten() -> None:
    assert after(SOURCE.format(LINES)) == SOURCE.format(SCOPED)
    assert after(SOURCE.format(SCOPED)) == SOURCE.format(SCOPED)


def test_lines_apart() -> None:
    apart = "        self.half = tf.zeros(2)\n        print(3)\n        self.two = tf.ones(2)\n"
    assert after(SOURCE.format(apart)).count("with tf.init_scope():") == 2


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.format("        self.half = self.two = tf.constant(2.0)\n"),
        SOURCE.format("        self.half = 0.5\n        self.two = 2 * self.units\n"),
        SOURCE.format("        self.half = tf.Variable(0.5)\n"),
        SOURCE.format("        self.half = tf.random_normal_initializer()\n"),
        SOURCE.format("        self.half = tf.keras.layers.Dense(2)\n"),
        SOURCE.format("        self.unread = tf.constant(0.5)\n"),
        SOURCE.format(LINES).replace("def build", "def make"),
        SOURCE.format(LINES).replace("tf.keras.layers.Layer", "object"),
        SOURCE.format(LINES)
        .replace("import tensorflow as tf", "import tensorflow as tf, tf_keras")
        .replace("tf.keras", "tf_keras"),
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


NESTED = """
class Head(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.margin = Margin()

    def call(self, x):
        return self.margin(x)

inputs = tf.keras.Input((3,))
output = tf.keras.Model(inputs, Head()(inputs))(tf.ones((2, 3)))
"""


@pytest.mark.tensorflow
def test_outputs_of_tensorflow_2_3() -> None:
    tf = pytest.importorskip("tensorflow")
    code = SOURCE.format(LINES) + NESTED
    found: dict[str, object] = {}
    exec(compile(after(code), "code", "exec"), found)
    assert float(tf.reduce_sum(found["output"])) == pytest.approx(12.0)
    with pytest.raises(Exception, match="out of scope"):
        exec(compile(code, "code", "exec"), {})
