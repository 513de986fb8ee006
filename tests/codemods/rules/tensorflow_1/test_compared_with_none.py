from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\nfrom keras import backend as K\nfrom keras.layers import Layer\n\n"
LAYER = """
class Scaled(Layer):
    def build(self, shape):
        self.w = self.add_weight(name="w", shape=(3,))
        self.b = None
        if self.biased:
            self.b = self.add_weight(name="b", shape=(3,))

    def call(self, x, mask=None):
        return {body}
"""


def _after(source: str, to: str = "native") -> tuple[str, list[str]]:
    result = upgrade((HEAD + source).encode(), Settings(to))
    assert isinstance(result, Upgraded)
    return result.after.decode(), [each.code for each in result.changes]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x if self.w == None else x * self.w", "x if self.w is None else x * self.w"),
        ("x + self.b if self.b != None else x", "x + self.b if self.b is not None else x"),
        ("x if None == self.w else x * self.w", "x if self.w is None else x * self.w"),
        ("x if not (self.w == None) else x", "x if not (self.w is None) else x"),
    ],
)
def test_weights(before: str, after: str, to: str) -> None:
    text, codes = _after(LAYER.format(body=before), to)
    assert LAYER.format(body=after) in text
    assert "TFM187" in codes
    assert "TFM281" not in codes, "this is no condition for AutoGraph"


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x + self.b if self.b else x", "x + self.b if self.b is not None else x"),
        ("x if not self.b else x + self.b", "x if self.b is None else x + self.b"),
        ("x + self.b if self.biased and self.b else x", "x + self.b if self.biased and self.b is not None else x"),
    ],
)
def test_conditions(before: str, after: str, to: str) -> None:
    text, codes = _after(LAYER.format(body=before), to)
    assert LAYER.format(body=after) in text
    assert "TFM187" in codes


@pytest.mark.parametrize("maker", ["K.variable(1.0)", "tf.Variable(1.0)"])
def test_names(maker: str) -> None:
    text, _ = _after(f"v = {maker}\nif v == None:\n    v = 1\n")
    assert "if v is None:" in text


@pytest.mark.parametrize("call", ["f(1, v)", "f(1, value=v)"])
def test_parameters(call: str) -> None:
    source = "def f(n, value):\n    return value == None\n\n\nv = K.variable(1.0)\nprint(" + call + ")\n"
    assert "return value is None" in _after(source)[0]
    assert "return value == None" in _after(source.replace(call, "f(v, 1)"))[0]


@pytest.mark.parametrize(
    "source",
    [
        "v = K.variable(1.0)\nif v == 1.0:\n    v = 1\n",
        "v = K.variable(1.0)\nif v is None:\n    v = 1\n",
        "v = compute()\nif v == None:\n    v = 1\n",
        "def f(v):\n    return v == None\n",
        "v = K.variable(1.0)\nprint(v.name == None)\n",
        LAYER.format(body="x if mask == None else x"),
        LAYER.format(body="x if self.name == None else x"),
        LAYER.format(body="x if self.biased else x"),
        LAYER.format(body="x if self.w else x"),
        LAYER.format(body="x * (self.b or 1)"),
        LAYER.format(body="x if self.b.trainable else x"),
        LAYER.format(body="x if self.b else x").replace("self.b = None", "self.b = 0"),
    ],
)
def test_left_alone(source: str) -> None:
    _, codes = _after(source)
    assert "TFM187" not in codes


def test_files_of_keras_3() -> None:
    text, _ = _after("from keras import ops\nv = tf.Variable(1.0)\nprint(v == None)\n")
    assert "v == None" in text
