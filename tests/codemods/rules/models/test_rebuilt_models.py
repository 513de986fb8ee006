"""`build(shape)` on a `Sequential` that its first layer has built changed nothing, and stops in Keras 3."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow.keras import Sequential, layers\n"
MADE = "m = Sequential([layers.Reshape((784,), {}), layers.Dense(3)])\n"
ADDED = "m = Sequential()\nm.add(layers.Flatten({}))\nm.add(layers.Dense(3))\n"
SHAPED = "input_shape=(28, 28)"
END = "m.summary()\n"


@pytest.mark.parametrize(
    ("model", "call"),
    [
        (MADE.format(SHAPED), "m.build(input_shape=[None, 784])\n"),
        (MADE.format(SHAPED), "m.build((None, 784))\n"),
        (MADE.format(SHAPED), "m.build((4, 28, 28))\n"),
        (MADE.format(SHAPED), "m.build(x.shape)\n"),
        ("m = Sequential([tf.keras.Input((28, 28)), layers.Flatten()])\n", "m.build((None, 784))\n"),
        ("m = Sequential([layers.Input(batch_shape=(4, 5)), layers.Dense(2)])\n", "m.build((None, 5))\n"),
        (MADE.format("input_dim=784"), "m.build((None, 28, 28))\n"),
        (MADE.format("input_shape=shape"), "m.build((None, 28, 28))\n"),
        (ADDED.format(SHAPED), "m.build((None, 784))\n"),
        ("m = Sequential([layers.InputLayer(input_shape=(2,)), layers.Dense(3)])\n", "m.build((None, 3))\n"),
        (
            "def made():\n    return Sequential([layers.Flatten(input_shape=(2, 3))])\nm = made()\n",
            "m.build((None, 6))\n",
        ),
        ("def show(model): print(model)\n" + MADE.format(SHAPED) + "show(m)\n", "m.build((None, 784))\n"),
    ],
)
def test_left_out(model: str, call: str) -> None:
    check_upgraded(HEAD + model + call + END, HEAD + model + END)


def test_comments_stay() -> None:
    check_upgraded(
        HEAD + MADE.format(SHAPED) + "# the weights\nm.build((None, 784))\n" + END,
        HEAD + MADE.format(SHAPED) + "# the weights\n" + END,
    )


@pytest.mark.parametrize(
    "call", ["y = m.build((None, 784))\n", "m.build((None, 784)); m.summary()\n", "if x:\n    m.build((None, 784))\n"]
)
def test_reported(call: str) -> None:
    head = HEAD + MADE.format(SHAPED)
    check_declined(head + call, "TFM421", head.count("\n") + call.count("\n"))


@pytest.mark.parametrize(
    "code",
    [
        MADE.format(SHAPED) + "m.build((None, 28, 28))\n",
        MADE.format(SHAPED) + "m.build([None, 28, 28])\n",
        MADE.format("input_shape=(n, n)") + "m.build((None, n, n))\n",
        MADE.format("input_shape=shape") + "m.build((None,) + shape)\n",
        "shape = (28, 28)\n" + MADE.format("input_shape=shape") + "m.build((None, 28, 28))\n",
        MADE.format("input_dim=784") + "m.build((None, 784))\n",
        MADE.format("name='first'") + "m.build((None, 784))\n",
        "m = Sequential([layers.Embedding(input_dim=9, output_dim=2), layers.Dense(3)])\nm.build((None, 5))\n",
        "m = Sequential([layers.Embedding(9, 2), layers.Dense(3)])\nm.build((None, 5))\n",
        "m = Sequential([tf.keras.applications.VGG16(), layers.Dense(3)])\nm.build((None, 5))\n",
        MADE.format(SHAPED) + "m.build()\n",
        "m = Sequential([tf.keras.Input(shape=(28, 28)), layers.Flatten()])\nm.build((None, 28, 28))\n",
        MADE.format(SHAPED) + "m.build(*shapes)\n",
        "m = make()\nm.build((None, 5))\n",
        "m = layers.Dense(3, input_shape=(3,))\nm.build((None, 5))\n",
        MADE.format(SHAPED) + "m.build((None, 784))\ntf.keras.ops.sum(x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_the_shims_take_it() -> None:
    source = (HEAD + MADE.format(SHAPED)).replace("tensorflow", "compat.tensorflow") + "m.build((None, 784))\n"
    check_untouched(source)


@pytest.mark.tensorflow
def test_the_model() -> None:
    """(None, 28, 28) on TensorFlow 2.3.4, as it stood; ValueError today."""
    pytest.importorskip("tensorflow")
    result = upgrade((HEAD + MADE.format(SHAPED) + "m.build([None, 784])\n" + END).encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {}
    exec(result.after, found)
    assert found["m"].input_shape == (None, 28, 28)  # type: ignore[attr-defined]
