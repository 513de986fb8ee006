"""Weights and layers of the lists that a layer or model keeps."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow.keras import layers\n"
STACK = """class Stack(tf.keras.Model):
    def __init__(self):
        super().__init__()
        {made}
    def call(self, x):
        {used}
        return x
"""
TWO = "self.all = [layers.Dense(2), layers.BatchNormalization()]"
ONE_BY_ONE = "self.all = []\n        for n in (2, 3):\n            self.all.append(layers.Dense(n))"
OF_ATTRIBUTES = "self.a, self.b = layers.Dense(2), layers.ReLU()\n        self.all = [self.a, self.b]"
OF_OWN = "self.all = [Block() for _ in range(3)]"
BLOCK = "class Block(layers.Layer):\n    def call(self, x):\n        return x\n"
ADDED = "self.all = []\n        self.all.append(layer())"
TWICE = "self.a = layers.ReLU()\n        self.all = [layers.Dense(2), self.a, layers.Dense(2), self.a]"
FUNCTIONS = "self.all = [layers.Dense(2), tf.nn.relu]"
FLAT = "[weight for layer in self.all for weight in layer.{}]"


def _stack(made: str, used: str) -> str:
    return HEAD + BLOCK + STACK.format(made=made, used=used)


@pytest.mark.parametrize("made", [TWO, ONE_BY_ONE, OF_ATTRIBUTES, OF_OWN])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for layer in self.all.layers: x = layer(x)", "for layer in self.all: x = layer(x)"),
        ("y = len(self.all.layers)", "y = len(self.all)"),
        ("y = self.all.trainable_variables", f"y = {FLAT.format('trainable_variables')}"),
        ("y = self.all.non_trainable_weights", f"y = {FLAT.format('non_trainable_weights')}"),
        (
            "y = tape.gradient(x, self.all.trainable_weights)",
            f"y = tape.gradient(x, {FLAT.format('trainable_weights')})",
        ),
    ],
)
def test_lists(made: str, before: str, after: str) -> None:
    check_upgraded(_stack(made, before), _stack(made, after))


def test_of_a_class_above_and_of_an_object() -> None:
    above = HEAD + STACK.format(made=TWO, used="pass")
    below = "class Deep(Stack):\n    def flat(self):\n        return self.all.layers\n"
    outside = "deep = Deep()\ny = deep.all.trainable_variables\n"
    after = "y = [weight for layer in deep.all for weight in layer.trainable_variables]\n"
    check_upgraded(above + below + outside, above + below.replace(".layers", "") + "deep = Deep()\n" + after)


def _messages(source: str) -> list[str]:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    return [each.message for each in result.findings if each.code == "TFM526"]


@pytest.mark.parametrize(
    ("made", "used"),
    [
        (TWO, "y = self.all.weights"),
        (TWO, "y = self.all.variables"),
        (TWO, "y = self.all.losses"),
        (TWO, "y = self.all.trainable"),
        (TWO, "self.all.layers.append(x)"),
        (ADDED, "y = self.all.layers"),
        (TWICE, "y = self.all.layers"),
        (FUNCTIONS, "y = self.all.trainable_variables"),
        (TWO, "self.all.extend(x)\n        y = self.all.layers"),
        ("self.all = {'a': layers.Dense(2)}", "y = self.all.trainable_variables"),
    ],
)
def test_reported(made: str, used: str) -> None:
    (message,) = _messages(_stack(made, used))
    assert "in Keras 3: AttributeError" in message


def test_frozen() -> None:
    (message,) = _messages(_stack(TWO, "self.all.trainable = False"))
    assert message == "Keras 3 keeps a plain list of layers: its trainable freezes nothing"


@pytest.mark.parametrize(
    ("made", "used"),
    [
        ("self.all = tf.keras.Sequential([layers.Dense(2)])", "y = self.all.layers"),
        ("self.all = layers.Dense(2)", "y = self.all.trainable_variables"),
        ("self.all = make()", "y = self.all.layers"),
        (f"{TWO}\n        self.all = tf.keras.Sequential(self.all)", "y = self.all.layers"),
        (TWO, "y = self.layers"),
        (TWO, "y = self.trainable_variables"),
        (TWO, "y = self.all[0].trainable_variables"),
        (TWO, "y = self.other.all.layers"),
        (TWO, "y = [each.trainable_variables for each in self.all]"),
        (TWO, "y = self.all.index(x)"),
    ],
)
def test_left_alone(made: str, used: str) -> None:
    check_untouched(_stack(made, used))


def test_classes_without_keras_are_left_alone() -> None:
    source = HEAD + STACK.replace("(tf.keras.Model)", "").format(made=TWO, used="y = self.all.layers")
    check_untouched(source)


MEASURED = (
    HEAD
    + STACK.format(made=TWO, used="for layer in self.all: x = layer(x)")
    + "model = Stack()\nmodel(tf.ones((1, 3)))\n"
)
READ = "shapes = [tuple(w.shape) for w in model.all.trainable_variables]\n"
SET = "model.all.trainable = False\ncount = len(model.trainable_variables)\n"


@pytest.mark.tensorflow
def test_weights() -> None:
    """The legacy releases run the code as it stands, the modern one runs the result; `trainable` freezes there alone."""
    tf = pytest.importorskip("tensorflow")
    is_modern = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
    result = upgrade((MEASURED + READ).encode())
    assert isinstance(result, Upgraded)
    names: dict[str, object] = {}
    exec(result.after if is_modern else MEASURED + READ, names)
    assert names["shapes"] == [(3, 2), (2,), (2,), (2,)]
    exec(MEASURED + SET, names)
    assert names["count"] == (4 if is_modern else 0)
