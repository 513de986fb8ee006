from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

FUNCTIONAL = """import tensorflow as tf
from tensorflow.keras.layers import Dense, Input

inputs = Input((4,))
hidden = Dense(3)(inputs)
{use}
"""


@pytest.mark.parametrize("use", ["hidden.shape.as_list()", "hidden.get_shape().as_list()"])
def test_shape(use: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=f"n = {use}[-1]"), FUNCTIONAL.format(use="n = list(hidden.shape)[-1]"))


@pytest.mark.parametrize("use", ["hidden.shape.ndims", "hidden.get_shape().ndims", "hidden.shape.rank"])
def test_rank(use: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=f"n = {use} - 1"), FUNCTIONAL.format(use="n = len(hidden.shape) - 1"))


@pytest.mark.parametrize(
    "use",
    [
        "n = tf.ones([3]).shape.ndims",
        "n = hidden.rank",
        "model = tf.keras.Model(inputs, hidden)",
        "out = hidden * 2 + 1",
        "out = tf.keras.layers.Lambda(lambda x: tf.nn.relu(x))(hidden)",
        "out = tf.nn.relu(tf.ones([3]))",
        "def scaled(x):\n    return tf.nn.relu(x)",
        "class Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.nn.relu(x)",
        "n = tf.ones([3]).shape.as_list()",
        "flat = tf.nest.flatten([hidden, inputs])",
        "x = Dense(2)(hidden)\nx = load()\nout = tf.nn.relu(x)",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(FUNCTIONAL.format(use=use))
