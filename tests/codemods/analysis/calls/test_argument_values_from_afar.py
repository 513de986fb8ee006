"""Values that functions, attributes, loops and dictionaries give: optimizers of `tf.train` for `compile`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded

HEAD = "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"


def _found(source: str) -> bool:
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    return any(each.code == "TFM198" and "optimizer=" in each.symbol for each in result.findings)


@pytest.mark.parametrize(
    "source",
    [
        "def get(n):\n    if n:\n        return tf.train.AdamOptimizer(0.1)\n    return tf.train.RMSPropOptimizer(0.1)\nm.compile(get(1), 'mse')\n",
        "def get(n):\n    if n:\n        return 'sgd'\n    return tf.train.RMSPropOptimizer(0.1)\nm.compile(get(1), 'mse')\n",
        "KINDS = {'a': tf.train.AdamOptimizer, 'b': tf.train.GradientDescentOptimizer}\nm.compile(KINDS[name](0.1), 'mse')\n",
        "KINDS = {'a': tf.train.AdamOptimizer(0.1)}\nm.compile(KINDS[name], 'mse')\n",
        "for o in (tf.train.AdamOptimizer(0.1), tf.train.AdagradOptimizer(0.1)):\n    m.compile(o, 'mse')\n",
        "class A:\n    def __init__(self):\n        self.o = tf.train.AdagradOptimizer(0.1)\n    def go(self):\n        m.compile(self.o, 'mse')\n",
        "def go(o):\n    m.compile(optimizer=o, loss='mse')\ngo(tf.train.AdagradOptimizer(0.1))\n",
        "o = tf.train.AdagradOptimizer(0.1) if a else 'sgd'\nm.compile(o, 'mse')\n",
    ],
)
def test_found(source: str) -> None:
    assert _found(source)


@pytest.mark.parametrize(
    "source",
    [
        "def get(n):\n    return tf.keras.optimizers.Adam(0.1)\nm.compile(get(1), 'mse')\n",
        "KINDS = {'a': tf.keras.optimizers.Adam}\nm.compile(KINDS[name](0.1), 'mse')\n",
        "for o in ('sgd', 'adam'):\n    m.compile(o, 'mse')\n",
        "m.compile(make(), 'mse')\n",
        "class A:\n    def __init__(self, o):\n        self.o = o\n    def go(self):\n        m.compile(self.o, 'mse')\n",
        "def go(o):\n    m.compile(optimizer=o, loss='mse')\ngo('sgd')\n",
        "def get():\n    return tf.train.Checkpoint()\nget()\nm.compile('sgd', 'mse')\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert not _found(source)
