"""Models without layers that are called."""

from __future__ import annotations

from textwrap import dedent

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_upgraded

BLOCK = """
import tensorflow as tf
class Block(tf.keras.Model):
    def __init__(self, stride):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(3, 3, strides=stride, padding="same", kernel_initializer="ones")
        self.shortcut = {made}
        {added}
    def call(self, x):
        {read}
        return self.conv(x) + self.shortcut(x)
"""
ADDED = (
    "if stride != 1:\n            self.shortcut.add(tf.keras.layers.Conv2D(3, 1, stride, kernel_initializer='ones'))"
)
EMPTY = "tf.keras.Sequential()"
FILLED = "tf.keras.Sequential([tf.keras.layers.Identity()])"


def block(made: str = EMPTY, added: str = ADDED, read: str = "pass") -> str:
    return BLOCK.format(made=made, added=added, read=read)


def _codes(source: str, to: str = "native") -> list[str]:
    result = check_sound(source, to=to)
    return [each.code for each in (*result.changes, *result.findings)]


@pytest.mark.parametrize(
    "added",
    [
        ADDED,
        "pass",
        ADDED + "\n        else:\n            print(stride)",
        "if stride:\n            if stride != 1:\n                self.shortcut.add(tf.keras.layers.Dense(3))",
        "if stride == 1:\n            pass\n        else:\n            self.shortcut.add(tf.keras.layers.Dense(3))",
        ADDED + "\n    def fill(self):\n        if self.wide:\n            self.shortcut.add(tf.keras.layers.Dense(3))",
    ],
)
def test_edited(added: str) -> None:
    check_upgraded(block(added=added), block(FILLED, added))


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("tf.keras.Sequential([])", FILLED),
        ("tf.keras.Sequential(layers=[])", FILLED),
        ('tf.keras.Sequential(name="s")', 'tf.keras.Sequential([tf.keras.layers.Identity()], name="s")'),
        (f"{EMPTY} if stride == 1 else other()", f"{FILLED} if stride == 1 else other()"),
    ],
)
def test_ways_to_make_one(made: str, after: str) -> None:
    check_upgraded(block(made), block(after))


@pytest.mark.parametrize(
    ("head", "after", "layer"),
    [
        (
            "from keras.models import Sequential\n",
            "import keras\nfrom keras.models import Sequential\n",
            "keras.layers.",
        ),
        ("from keras import layers, Sequential\n", "from keras import layers, Sequential\n", "layers."),
        (
            "from tensorflow.keras import layers, Sequential\n",
            "from tensorflow.keras import layers, Sequential\n",
            "layers.",
        ),
        (
            "import tensorflow as tf\nfrom tensorflow.keras import Sequential\n",
            "import tensorflow as tf\nfrom tensorflow.keras import Sequential\n",
            "tf.keras.layers.",
        ),
    ],
)
def test_names_of_the_file(head: str, after: str, layer: str) -> None:
    body = "def block(x, wide, dense):\n    m = {}\n    if wide:\n        m.add(dense)\n    return m(x)\n"
    check_upgraded(head + body.format("Sequential()"), after + body.format(f"Sequential([{layer}Identity()])"))


def test_each_branch_for_itself() -> None:
    branches = "pass\n        if stride != 1:\n            self.shortcut = {}\n            self.shortcut.add(f())\n"
    branches += "        else:\n            self.shortcut = {}"
    before, after = branches.format(EMPTY, EMPTY), branches.format(EMPTY, FILLED)
    check_upgraded(block(EMPTY, before), block(FILLED, after))


@pytest.mark.parametrize(
    "source",
    [
        block(added="self.shortcut.add(f())"),
        block(added=ADDED + "\n        else:\n            self.shortcut.add(f())"),
        block(added=ADDED + "\n        else:\n            raise ValueError(stride)"),
        block(added="for i in range(stride):\n            self.shortcut.add(f())"),
        block(added="with scope():\n            self.shortcut.add(f())"),
        block(added=ADDED + "\n        fill(self.shortcut)"),
        block(added=ADDED + "\n        add = self.shortcut.add"),
        block(added=ADDED + "\n        self.other = self.shortcut"),
        block(added="pass\n    def build(self, shape):\n        self.shortcut.add(f())"),
        block(made="tf.keras.Sequential([f()])"),
        block(made="tf.keras.Sequential(layers)"),
        block(made="tf.keras.Sequential(*layers)"),
        block() + "block = Block(1)\nblock.shortcut.add(f())\n",
        block() + "class Wide(Block):\n    def fill(self):\n        self.shortcut.add(f())\n",
        block().replace("self.shortcut(x)", "x"),
        "from keras.models import Sequential\nm = Sequential()\nif wide:\n    m.add(f())\nm.fit(x, y)\n",
        "from keras.models import Sequential\nm = Sequential()\nm.add(f())\ny = m(x)\n",
        "from keras.models import Sequential\nm = Sequential(); m.add(f())\ny = m(x)\n",
        "import torch.nn as nn\nm = nn.Sequential()\nif wide:\n    m.add(f())\ny = m(x)\n",
        "import keras\nx = keras.ops.relu(x)\nm = keras.Sequential()\nif wide:\n    m.add(f())\ny = m(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert "TFM328" not in _codes(source)


@pytest.mark.parametrize(
    ("added", "read"),
    [
        (ADDED, "print(len(self.shortcut.layers))"),
        (ADDED, "print(self.shortcut.layers[0])"),
        (ADDED, "print(self.shortcut.get_layer(index=0))"),
        ("if stride != 1:\n            self.shortcut.add(tf.keras.layers.Dense(3, input_shape=(3,)))", "pass"),
        ("if stride != 1:\n            self.shortcut.add(tf.keras.layers.InputLayer((3,)))", "pass"),
    ],
)
def test_reported(added: str, read: str) -> None:
    result = check_sound(block(added=added, read=read))
    assert "TFM328" not in [each.code for each in result.changes]
    assert [each.line for each in result.findings if each.code == "TFM328"] == [6]


def test_reported_on_the_shims() -> None:
    source = "from keras.models import Sequential\nm = Sequential()\nif wide:\n    m.add(f())\ny = m(x)\n"
    assert _codes(source, "compat").count("TFM328") == 1


RUN = """
import numpy as np
from keras.layers import Input, Dense, add
from keras.models import Model, Sequential
def build(wide):
    x = Input((3,))
    shortcut = Sequential()
    if wide:
        shortcut.add(Dense(3, kernel_initializer="ones"))
    return Model(x, add([Dense(3, kernel_initializer="ones")(x), shortcut(x)]))
def run(wide):
    model = build(wide)
    model.compile("sgd", "mse")
    model.train_on_batch(np.ones((2, 3)), np.ones((2, 3)))
    return model.predict(np.ones((2, 3)), verbose=0)[0, 0], len(model.trainable_weights)
"""
MEASURED = {False: (3.92, 2), True: (5.7333331, 4)}
"""The output after one step and the number of weights, in Keras 2.2.4 and 2.3.1, and in `tf.keras` 1.13.2 to 2.3.4."""


@pytest.mark.parametrize("head", ["from keras.", "from tensorflow.keras."])
@pytest.mark.parametrize("wide", [False, True])
def test_numbers(head: str, wide: bool) -> None:
    pytest.importorskip("keras", minversion="3")
    result = upgrade(dedent(RUN).replace("from keras.", head).encode(), Settings())
    assert isinstance(result, Upgraded)
    assert "TFM328" in [each.code for each in result.changes]
    names: dict[str, object] = {}
    exec(result.after, names)
    run = names["run"]
    assert callable(run)
    output, weights = run(wide)
    assert output == pytest.approx(MEASURED[wide][0], rel=1e-6)
    assert weights == MEASURED[wide][1]
