"""Layers that an object of an own class gets after it was called."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import tensorflow as tf
Dense = tf.keras.layers.Dense

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.body = Dense(3)
        self.head = Dense(2)

    def call(self, x):
        return self.head(self.body(x))

    def exchange(self, units):
        self.head = Dense(units)

net = Net()
"""


def lines(code: str, to: str = "native") -> list[int]:
    result = upgrade(code.encode(), Settings(to, select=("TFM343",)))
    assert isinstance(result, Upgraded)
    return [each.line - HEAD.count("\n") for each in result.findings if each.code == "TFM343"]


@pytest.mark.parametrize(
    "code",
    [
        "net(x)\nnet.head = Dense(5)\n",
        "net.fit(x, y)\nnet.head = Dense(5)\n",
        "net.build((None, 2))\nnet.head = tf.keras.Sequential([Dense(5)])\n",
        "net.predict(x)\nnet.exchange(5)\n",
        "net(x)\nnet.heads = [Dense(5)]\n",
        "net(x)\nnet.mean = tf.keras.metrics.Mean()\n",
    ],
)
def test_reported(code: str) -> None:
    assert lines(HEAD + code) == [2]


@pytest.mark.parametrize(
    "code",
    [
        "net.head = Dense(5)\nnet(x)\n",
        "net.compile('sgd', 'mse')\nnet.head = Dense(5)\n",
        "net.exchange(5)\nnet(x)\n",
        "net(x)\nnet = Net()\nnet.head = Dense(5)\n",
        "net(x)\nother = Net()\nother.head = Dense(5)\n",
        "if flag:\n    net(x)\nelse:\n    net.head = Dense(5)\n",
        "net(x)\nnet.units = 5\n",
        "net(x)\nnet.opt = tf.keras.optimizers.SGD()\n",
        "def f(net):\n    net(x)\n    net.head = Dense(5)\n",
        "m = tf.keras.Sequential([Dense(1)])\nm(x)\nm.extra = Dense(5)\n",
        "class Own:\n    pass\nown = Own()\nown.fit(x)\nown.head = Dense(5)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(HEAD + code) == []


def test_models_of_inputs_and_outputs() -> None:
    code = """import tensorflow as tf
class Net(tf.keras.Model):
    def __init__(self, i, o):
        super().__init__(i, o)
net = Net(i, o)
net(x)
net.extra = tf.keras.layers.Dense(1)
"""
    assert lines(code) == []
