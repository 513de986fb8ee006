"""Products of symbolic tensors that Keras 3 takes for sparse ones, and numbers of NumPy beside them."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = """
import math
import numpy as np
import tensorflow as tf


class Own(tf.keras.layers.Layer):
    def call(self, inputs):
        return inputs + tf.ones((8,))


d_model = 8
x = tf.keras.Input(shape=(4,))
x = tf.keras.layers.Dense(8)(x)
"""
SCALED = "def scaled(x, settings):\n    x = tf.keras.layers.Dense(8)(x)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("h = Own()(x * 2.0)\n", "h = Own()(tf.keras.layers.Rescaling(2.0)(x))\n"),
        ("h = Own()(0.5 * x)\n", "h = Own()(tf.keras.layers.Rescaling(0.5)(x))\n"),
        ("h = x * d_model ** 0.5\nh = Own()(h)\n", "h = tf.keras.layers.Rescaling(d_model ** 0.5)(x)\nh = Own()(h)\n"),
        ("x *= math.sqrt(8)\nh = Own()(x)\n", "x = tf.keras.layers.Rescaling(math.sqrt(8))(x)\nh = Own()(x)\n"),
        ("own = Own()\nh = own(x * -2)\n", "own = Own()\nh = own(tf.keras.layers.Rescaling(-2)(x))\n"),
        ("h = Own()([x * 2, x])\n", "h = Own()([tf.keras.layers.Rescaling(2)(x), x])\n"),
        (
            "h = Own()(x * tf.math.sqrt(tf.cast(d_model, tf.float32)))\n",
            "h = Own()(tf.keras.layers.Rescaling(float(tf.math.sqrt(tf.cast(d_model, tf.float32))))(x))\n",
        ),
        (
            f"{SCALED}    x *= np.sqrt(settings.d_model)\n    return Own()(x)\n",
            f"{SCALED}    x = tf.keras.layers.Rescaling(float(np.sqrt(settings.d_model)))(x)\n    return Own()(x)\n",
        ),
        ("h = np.sqrt(8) * x\n", "h = float(np.sqrt(8)) * x\n"),
        ("h = 1 / np.sqrt(d_model) * x\n", "h = float(1 / np.sqrt(d_model)) * x\n"),
        ("scale = np.float32(2)\nh = scale - x\n", "scale = np.float32(2)\nh = float(scale) - x\n"),
        ("h = x / np.sqrt(d_model)\n", "h = x / float(np.sqrt(d_model))\n"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


@pytest.mark.parametrize(
    "line",
    [
        "h = x * 2.0",
        "h = tf.keras.layers.Dense(2)(x * 2.0)",
        "h = Own()(x + 2.0)",
        "h = Own()(x / 2.0)",
        "h = Own()(x * x)",
        "h = Own()(y * 2.0)",
        "h = Own(2 * 3)",
        "h = x * np.float32(2)",
        "h = np.sqrt(8) * 2",
        "h = tf.sqrt(8.0) * x",
        "h = 2.0\nh *= 3.0",
        "x *= 2.0",
        "def call(x):\n    return np.sqrt(8) * x",
    ],
)
def test_left_alone(line: str) -> None:
    check_untouched(f"{HEAD}{line}\n")


def test_a_layer_that_tells_its_shape() -> None:
    told = HEAD.replace(
        "8,))\n", "8,))\n\n    def compute_output_shape(self, input_shape):\n        return input_shape\n"
    )
    check_untouched(f"{told}h = Own()(x * 2.0)\n")


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("h = Own()(x * scale())", 14),
        ("h = Own()(x * np.ones(8))", 14),
        ("h = tf.keras.layers.Embedding(5, 8, mask_zero=True)(x)\nh = Own()(h * 2.0)", 15),
        ("h = np.ones(8) * x", 14),
        ("table = np.arange(8)\nh = table + x", 15),
    ],
)
def test_reported(lines: str, line: int) -> None:
    found = check_sound(f"{HEAD}{lines}\n").findings
    assert [each.line for each in found if each.code == "TFM400"] == [line]


def test_on_the_shims() -> None:
    source = f"{HEAD}h = Own()(x * 2.0)\nmodel = tf.keras.utils.multi_gpu_model(tf.keras.Model(x, h), 2)\n"
    assert "Rescaling(2.0)(x)" in check_sound(source, to="compat").after.decode()


def test_written_for_keras_3() -> None:
    check_untouched("import keras.ops\n" + HEAD.replace("tf.keras", "keras") + "h = Own()(x * 2.0)\n")
