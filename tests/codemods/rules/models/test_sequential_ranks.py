"""A `Sequential` that is called on tensors of several ranks."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
import tensorflow as tf
L = tf.keras.layers
"""
MADE = "g = tf.keras.Sequential([L.Dense(12), L.Reshape((2, 2, 3))])\n"
CLASS = """class GAN(tf.keras.Model):
    def __init__(self, gen, size):
        super().__init__()
        self.size = size
        self.gen = tf.keras.Sequential(gen)
    def generate(self, z):
        return self.gen(z)
    def loss_of(self, x):
        z = {first}
        return x - self.generate(z)
model = GAN([L.Dense(12)], 4)
model.generate({second})
"""
FOUR, TWO = "tf.ones([x.shape[0], 1, 1, self.size])", "tf.ones(shape=(8, 4))"


def lines(code: str, origin: str | None = None) -> list[int]:
    settings = Settings(select=("TFM394",), origin=parse_origin(origin) if origin else None)
    result = upgrade((HEAD + code).encode(), settings)
    assert isinstance(result, Upgraded)
    return [each.line - HEAD.count("\n") for each in result.findings]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (f"{MADE}g(tf.ones((5, 1, 1, 4)))\ng(tf.ones((8, 4)))\n", 3),
        (f"{MADE}g(tf.zeros([8, 4]))\ng(np.random.normal(size=(8, 1, 4)))\n", 3),
        (f"{MADE}x = tf.random.normal((8, 4))\ng(x)\ng(x)\ng(np.random.rand(8, 1, 4))\n", 5),
        (f"{MADE}def f(z):\n    return g(z)\nf(tf.ones((8, 4)))\nf(tf.ones((8, 2, 2, 4)))\n", 3),
        (CLASS.format(first=FOUR, second=TWO), 7),
        (CLASS.format(first=FOUR, second="z=np.zeros((8, 4))"), 7),
        (CLASS.replace("tf.keras.Model", "object").format(first=FOUR, second=TWO), 7),
        (
            (
                "class A:\n    def __init__(self):\n        self.m = tf.keras.Sequential([L.Dense(3)])\n    def a(self):\n"
                "        return self.m(tf.ones((8, 4)))\n    def b(self):\n        return self.m(tf.ones((8, 2, 4)))\n"
            ),
            7,
        ),
    ],
)
def test_reported(code: str, line: int) -> None:
    assert lines(code) == [line]


@pytest.mark.parametrize(
    "code",
    [
        f"{MADE}g(tf.ones((5, 4)))\ng(tf.ones((8, 4)))\n",
        f"{MADE}g(tf.ones((5, 4)))\ng(tf.ones((8, 4, 1)))\n",
        f"{MADE}g(tf.ones((5, 4)))\ng(tf.ones((8, 4, n)))\n",
        f"{MADE}g(tf.ones((5, 4)))\ng(x)\n",
        f"{MADE}g(tf.ones((5, 4)))\ng(tf.reshape(tf.ones((8, 1, 4)), (-1, 4)))\n",
        f"{MADE}h = tf.keras.Sequential([L.Dense(2)])\ng(tf.ones((5, 4)))\nh(tf.ones((8, 2, 4)))\n",
        "g = L.Dense(2)\ng(tf.ones((5, 4)))\ng(tf.ones((8, 2, 4)))\n",
        f"{MADE}g(tf.ones((5, 4)))\n{MADE}g(tf.ones((8, 2, 4)))\n",
        CLASS.format(first="tf.ones([x.shape[0], self.size])", second=TWO),
        CLASS.format(first="tf.reshape(x, (-1, 4))", second=TWO),
        CLASS.replace("return self.gen(z)", "z = tf.reshape(z, (-1, 4))\n        return self.gen(z)").format(
            first=FOUR, second=TWO
        ),
        CLASS.replace("model = GAN", "model = Other").format(first=FOUR, second=TWO),
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


def test_files_of_keras_3_are_left_alone() -> None:
    code = f"{MADE}g(tf.ones((5, 1, 1, 4)))\ng(tf.ones((8, 4)))\n"
    assert lines(code, "tensorflow==2.21,keras==3.15") == []
