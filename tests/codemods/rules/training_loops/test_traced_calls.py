"""No `tf.function` keeps a trace of `call` that Keras 3 made before there were weights."""

from __future__ import annotations

from typing import Any

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

BLOCK = """import tensorflow as tf

class Block(tf.keras.layers.Layer):
    def __init__(self, scale=2.0):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4, kernel_initializer="ones")
        self.parts = [tf.keras.layers.Dense(4) for _ in range(2)]
        self.w = self.add_weight(shape=(3,), initializer="ones", name="w")
        self.activate = tf.nn.relu
        self.scale = scale

    def build(self, shape):
        self.late = self.add_weight(shape=(3,), initializer="ones", name="late")
{mark}
    def call(self, x, training=False):
        {body}

    def inner(self, x):
        return self.dense(x)

    def untouched(self, x):
        return x * self.w
"""
MARK = "\n    @tf.function"
BODIES = ["return self.dense(x)", "return x * self.late", "return self.inner(x)", "return super().call(x)"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("body", BODIES)
def test_the_decorator_goes(body: str, to: str) -> None:
    source = (
        BLOCK
        if to == "native"
        else BLOCK.replace("tf.keras", "compat.tensorflow.keras").replace(
            "import tensorflow as tf\n", "import compat.tensorflow.keras\nimport tensorflow as tf\n"
        )
    )
    check_upgraded(source.format(mark=MARK, body=body), source.format(mark="", body=body), to=to)


@pytest.mark.parametrize("mark", ["@tf.function()", "@tf.function(experimental_relax_shapes=True)"])
def test_calls_of_the_decorator(mark: str) -> None:
    body = BODIES[0]
    check_upgraded(BLOCK.format(mark=f"\n    {mark}", body=body), BLOCK.format(mark="", body=body))


@pytest.mark.parametrize("body", ["for part in self.parts: x = part(x)\n        return x"])
def test_what_may_ask_a_tensor_is_still_converted(body: str) -> None:
    converted = MARK.replace("function", "autograph.to_graph")
    check_upgraded(BLOCK.format(mark=MARK, body=body), BLOCK.format(mark=converted, body=body))


def test_a_method_that_call_calls() -> None:
    source = BLOCK.format(mark="", body="return self.inner(x)")
    check_upgraded(source.replace("    def inner", "    @tf.function\n    def inner"), source)


def test_a_model() -> None:
    source = BLOCK.replace("layers.Layer", "Model")
    check_upgraded(source.format(mark=MARK, body=BODIES[0]), source.format(mark="", body=BODIES[0]))


@pytest.mark.parametrize(
    ("mark", "end"),
    [
        ("@tf.function(input_signature=[tf.TensorSpec([None, 3])])", ""),
        ("@tf.function", "block = Block()\ntf.saved_model.save(block, 'x', signatures={'call': block.call})\n"),
        ("@tf.function", "made = Block().call.get_concrete_function(tf.TensorSpec([None, 3]))\n"),
        ("@tf.function  # fast", ""),
    ],
)
def test_reported(mark: str, end: str) -> None:
    check_declined(BLOCK.format(mark=f"\n    {mark}", body=BODIES[0]) + end, "TFM402", 15)


MODEL = "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n{}m.call = tf.function(m.call)\n"


def test_a_call_that_is_wrapped_before_there_are_weights() -> None:
    check_declined(MODEL.format(""), "TFM402", 3)


@pytest.mark.parametrize("before", ["m(tf.ones((1, 2)))\n", "m.build((None, 2))\n"])
def test_a_call_that_is_wrapped_later(before: str) -> None:
    check_untouched(MODEL.format(before))


@pytest.mark.parametrize(
    ("mark", "body"),
    [
        ("", BODIES[0]),
        (MARK, "return x * 2.0"),
        (MARK, "return x * self.w"),
        (MARK, "return self.untouched(x)"),
        (MARK, "return self.activate(x) * self.scale"),
        ("\n    @tf.autograph.to_graph", BODIES[0]),
    ],
)
def test_left_alone(mark: str, body: str) -> None:
    check_untouched(BLOCK.format(mark=mark, body=body))


@pytest.mark.parametrize(
    "change",
    [
        ("tf.keras.layers.Layer", "Base"),
        ("tf.keras.layers.Layer", "tf.Module"),
        ("    def untouched(self, x):", "    @tf.function\n    def untouched(self, x):"),
        ("import tensorflow as tf", "import tensorflow as tf\nimport tf_keras"),
    ],
)
def test_others_are_left_alone(change: tuple[str, str]) -> None:
    mark = "" if "untouched" in change[0] else MARK
    source = BLOCK.format(mark=mark, body=BODIES[0]).replace(*change)
    if "tf_keras" in change[1]:
        source = source.replace("tf.keras", "tf_keras")
    result = check_sound(source)
    assert "TFM402" not in {each.code for each in (*result.changes, *result.findings)}


TRAINING = """
import numpy as np

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.out(self.block(x))

model = Net()
optimizer = tf.keras.optimizers.SGD(0.01)
x = np.arange(12).reshape(4, 3).astype("float32") / 12
losses = []
for _ in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - np.ones((4, 1), "float32")) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients([each for each in zip(gradients, model.trainable_variables) if each[0] is not None])
    losses.append(float(loss))
"""


@pytest.mark.tensorflow
def test_the_losses_are_those_of_before() -> None:
    """31.50000, 14.80706, 8.68640, 5.70448 and 4.03106 in TensorFlow 2.3.4."""
    pytest.importorskip("tensorflow")
    source = BLOCK.format(mark=MARK, body=BODIES[0]).replace('name="late")', 'name="late", trainable=False)')
    result = upgrade((source + TRAINING).encode())
    assert isinstance(result, Upgraded)
    bound: dict[str, Any] = {}
    exec(compile(result.after, "code", "exec"), bound)
    assert bound["losses"] == pytest.approx([31.5, 14.80706, 8.6864, 5.70448, 4.03106], abs=1e-4)


GIVEN = """return self.scaled(x, {weights})
{mark}
    def scaled(self, x, weights):
        return x * weights"""


def test_a_method_that_is_given_a_tensor_of_the_weights_keeps_its_decorator() -> None:
    check_untouched(BLOCK.format(mark="", body=GIVEN.format(weights="self.late * 1.0", mark=MARK)))


def test_a_method_that_is_given_the_weights_themselves() -> None:
    before, after = (BLOCK.format(mark="", body=GIVEN.format(weights="self.late", mark=mark)) for mark in (MARK, ""))
    check_upgraded(before, after)
