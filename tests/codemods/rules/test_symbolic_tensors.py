from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

FUNCTIONAL = """import tensorflow as tf
from tensorflow.keras.layers import Dense, Input

inputs = Input((4,))
hidden = Dense(3)(inputs)
{use}
"""


@pytest.mark.parametrize(
    "use",
    [
        "out = tf.nn.relu(hidden)",
        "out = tf.concat([hidden, inputs], -1)",
        "out = tf.reshape(hidden * 2 + 1, [-1, 3])",
        "hidden = tf.reduce_mean(hidden, axis=-1)",
        "out = tf.stack(values=[hidden, hidden])",
    ],
)
def test_function_of_tensorflow_on_the_shims(use: str) -> None:
    source = FUNCTIONAL.replace("import tensorflow as", "from compat import tensorflow as")
    source = source.replace("from tensorflow.", "from compat.tensorflow.")
    finding = check_declined(source.format(use=use), "TFM222", 6, to="compat")
    assert "Lambda" in finding.advice


def test_function_of_the_file() -> None:
    source = """import tensorflow as tf
def head(x, size):
    x = tf.keras.layers.Dense(size)(x)
    return tf.nn.relu(x)
inputs = tf.keras.Input((4,))
model = tf.keras.Model(inputs, head(inputs, 3))
"""
    check_declined(source, "TFM222", 4)


@pytest.mark.parametrize("use", ["hidden.shape.as_list()", "hidden.get_shape().as_list()"])
def test_shape(use: str) -> None:
    check_upgraded(FUNCTIONAL.format(use=f"n = {use}[-1]"), FUNCTIONAL.format(use="n = list(hidden.shape)[-1]"))


@pytest.mark.parametrize(
    "use",
    [
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
