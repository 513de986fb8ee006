"""Layers whose `call` returns another shape than that of the layer they derive from."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

class Own({}):
    def call(self, x):
        y = super(Own, self).call(x)
        return {}
"""


def lines(code: str) -> list[int]:
    result = upgrade(code.encode(), Settings(select=("TFM352",)))
    assert isinstance(result, Upgraded)
    assert result.after == code.encode()
    return [each.line for each in result.findings]


@pytest.mark.parametrize("base", ["keras.layers.Embedding", "tf.keras.layers.Dense", "keras.layers.Conv2D"])
@pytest.mark.parametrize("value", ["[y, self.embeddings]", "y, x", "K.sum(y, axis=1)", "tf.reduce_mean(y, 1)"])
def test_reported(base: str, value: str) -> None:
    assert lines(SOURCE.format(base, value)) == [8]


def test_by_way_of_a_name() -> None:
    assert lines(SOURCE.format("keras.layers.Dense", "z").replace("return", "z = K.flatten(y)\n        return")) == [9]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.format("keras.layers.Dense", "y * 2"),
        SOURCE.format("keras.layers.Dense", "K.relu(y)"),
        SOURCE.format("keras.layers.Dense", "self.activation(y)"),
        SOURCE.format("keras.layers.Dense", "y"),
        SOURCE.format("keras.layers.Dense", "[y]"),
        SOURCE.format("keras.layers.Layer", "[y, x]"),
        SOURCE.format("keras.Model", "[y, x]"),
        SOURCE.format("keras.layers.LSTM", "[y, x]"),
        SOURCE.format("keras.layers.LSTMCell", "[y, x]"),
        SOURCE.format("object", "[y, x]"),
        SOURCE.format("keras.layers.Dense", "[y, x]")
        + "\n    def compute_output_shape(self, s):\n        return [s, s]\n",
        SOURCE.format("keras.layers.Dense", "[y, x]").replace("def call", "def both"),
        SOURCE.format("tf_keras.layers.Dense", "[y, x]").replace("import tensorflow as tf", "import tf_keras"),
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.tensorflow
def test_what_is_said() -> None:
    """`tf.keras` of TensorFlow 1.15.5 and 2.3.4 gives two tensors."""
    keras = pytest.importorskip("keras")
    found: dict[str, type] = {}
    code = SOURCE.format("keras.layers.Embedding", "[y, self.embeddings]").replace(
        "tensorflow import keras", "x import y"
    )
    exec(compile(code.replace("from x import y\n", "import keras\n"), "code", "exec"), found)
    made = found["Own"](5, 2)(keras.Input((3,)))
    assert made.shape == (None, 3, 2), "one tensor"
