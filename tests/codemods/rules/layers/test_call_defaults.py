"""`training` and `mask` of `call` get a default."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from tensorflow.keras import Model\nfrom tensorflow.keras.layers import Layer\n"


def after(source: str, origin: str | None = "tensorflow==2.10") -> str:
    settings = Settings(origin=parse_origin(origin) if origin else None, select=("TFM369",))
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    return result.after.decode()


def block(params: str, base: str = "Layer", name: str = "call") -> str:
    return f"{HEAD}class Block({base}):\n    def {name}({params}):\n        return x\n"


@pytest.mark.parametrize(
    ("params", "modern"),
    [
        ("self, x, training", "self, x, training=None"),
        ("self, x, mask", "self, x, mask=None"),
        ("self, x, training, mask", "self, x, training=None, mask=None"),
        ("self, x, training, mask=None", "self, x, training=None, mask=None"),
        ("self, x, training: bool", "self, x, training: bool = None"),
        ("self, x, training, **kwargs", "self, x, training=None, **kwargs"),
    ],
)
@pytest.mark.parametrize("base", ["Layer", "Model"])
def test_defaults(params: str, modern: str, base: str) -> None:
    assert after(block(params, base)) == block(modern, base)


@pytest.mark.parametrize(
    "source",
    [
        block("self, x"),
        block("self, x, training=None"),
        block("self, training"),
        block("self, x, y"),
        block("self, x, training, padding_mask"),
        block("self, q, k, v, mask"),
        block("self, x, training", name="encode"),
        block("self, x, training", base="object"),
        f"{HEAD}def call(self, x, training):\n    return x\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert after(source) == source


def test_code_for_keras_3() -> None:
    source = block("self, x, training")
    assert after(source, "tensorflow==2.16") == source


TRANSFORMER = """
import json
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

class Block(layers.Layer):
    def __init__(self, dim, rate=0.0):
        super(Block, self).__init__()
        self.ffn, self.dropout = layers.Dense(dim, kernel_initializer="ones"), layers.Dropout(rate)

    def call(self, inputs, training):
        return inputs + self.dropout(self.ffn(inputs), training=training)

inputs = layers.Input(shape=(4,))
model = keras.Model(inputs, layers.Dense(1, kernel_initializer="ones")(Block(4)(inputs)))
model.compile("sgd", "mse")
x = np.linspace(0, 1, 16).reshape(4, 4)
print(json.dumps(model.fit(x, x[:, :1], epochs=2, verbose=0).history["loss"]))
"""
LOSSES = [124.248886, 7.6645613]
"""Those of TensorFlow 2.10.1."""


@pytest.mark.tensorflow
def test_a_block_trains_as_in_tensorflow_2_10() -> None:
    pytest.importorskip("tensorflow")
    result = upgrade(TRANSFORMER.encode(), Settings(origin=parse_origin("tensorflow==2.10")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx(LOSSES, rel=1e-4)


KEPT = """
class Net(Model):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def call(self, x, training=None):
        return self.block({})
"""


@pytest.mark.parametrize(
    ("given", "expected"), [("x, training=training", True), ("x", False), ("x, mask=x", False), ("x, training", False)]
)
def test_calls_that_give_all(given: str, expected: bool) -> None:
    """Where nothing tells of Keras 2, and no call leaves the argument out, nothing breaks."""
    source = block("self, x, training") + KEPT.format(given)
    assert (after(source, None) == source) is expected
    assert after(source) != source


def test_objects_that_get_out_of_sight() -> None:
    source = block("self, x, training") + KEPT.format("x, training=training")
    assert after(source + "add(Block())\n", None) != source + "add(Block())\n"
    assert after(block("self, x, training"), None) != block("self, x, training")
