"""Arrays beside tensors in what a functional model is called with."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model
from tensorflow.keras.layers import Dense


def build():
    a, b = Input((3,)), Input((1,))
    return Model([a, b], Dense(1)(b))


critic = build()
actor = Model(Input((3,)), Dense(1)(a))
states = np.ones((8, 3))
actions = actor(states)
"""


def after(code: str, origin: str = "tensorflow==2.3") -> str:
    settings = Settings(select=("TFM396",), origin=parse_origin(origin))
    result = upgrade((HEAD + code).encode(), settings)
    assert isinstance(result, Upgraded)
    return result.after.decode().removeprefix(HEAD)


@pytest.mark.parametrize(
    ("code", "modern"),
    [
        ("q = critic([states, actions])\n", "q = critic([tf.convert_to_tensor(states), actions])\n"),
        ("q = critic((states, actor(states)))\n", "q = critic((tf.convert_to_tensor(states), actor(states)))\n"),
        (
            "q = critic({'a': states.astype('float32'), 'b': tf.zeros((8, 1))})\n",
            "q = critic({'a': tf.convert_to_tensor(states.astype('float32')), 'b': tf.zeros((8, 1))})\n",
        ),
        (
            "s, a = [np.vstack(rows[i]) for i in range(2)]\na = actor(s)\nq = critic([s, a])\n",
            "s, a = [np.vstack(rows[i]) for i in range(2)]\na = actor(s)\nq = critic([tf.convert_to_tensor(s), a])\n",
        ),
        (
            "s, r = np.hsplit(rows, 2)\nq = critic([s[:4], 2 * actions])\n",
            "s, r = np.hsplit(rows, 2)\nq = critic([tf.convert_to_tensor(s[:4]), 2 * actions])\n",
        ),
        (
            "def run(s):\n    return critic([s, actions])\n\n\nrun(np.ones((8, 3)))\n",
            "def run(s):\n    return critic([tf.convert_to_tensor(s), actions])\n\n\nrun(np.ones((8, 3)))\n",
        ),
        (
            "def step(s):\n    with tf.GradientTape() as tape:\n        q = critic([s, actor(s)])\n",
            "def step(s):\n    with tf.GradientTape() as tape:\n        q = critic([tf.convert_to_tensor(s), actor(s)])\n",
        ),
        (
            "rng = np.random.RandomState(0)\nq = critic([rng.rand(8, 3), actions])\n",
            "rng = np.random.RandomState(0)\nq = critic([tf.convert_to_tensor(rng.rand(8, 3)), actions])\n",
        ),
        (
            (
                "class Agent:\n    def __init__(self):\n        self.critic = build()\n\n"
                "    def run(self):\n        return self.critic([states, actions])\n"
            ),
            (
                "class Agent:\n    def __init__(self):\n        self.critic = build()\n\n"
                "    def run(self):\n        return self.critic([tf.convert_to_tensor(states), actions])\n"
            ),
        ),
    ],
)
def test_converted(code: str, modern: str) -> None:
    assert after(code) == modern


@pytest.mark.parametrize(
    "code",
    [
        "q = critic([states, states])\n",
        "q = critic([actions, actions])\n",
        "q = critic([given, actions])\n",
        "q = critic.predict([states, actions])\n",
        "q = critic.train_on_batch([states, actions], y)\n",
        "q = tf.concat([states, actions], 1)\n",
        "class Own(Model):\n    def call(self, inputs):\n        return inputs[1]\n\n\nq = Own()([states, actions])\n",
        "q = tf.keras.layers.Concatenate()([states, actions])\n",
        "q = other([states, actions])\n",
        "def run(s):\n    return critic([s, actions])\n",
        "def run(s):\n    return critic([s, actions])\n\n\nrun(np.ones(3))\nrun(own())\n",
        "def step(s, a):\n    with tf.GradientTape() as tape:\n        q = critic([s, a])\n",
        "def step(s):\n    with tf.GradientTape() as tape:\n        s = own(s)\n        q = critic([s, actor(s)])\n",
        "if given:\n    states = actor(given)\nq = critic([states, actions])\n",
        "a, b = actions\nq = critic([states, a])\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


def test_code_for_keras_3() -> None:
    assert after("q = critic([states, actions])\n", "tensorflow==2.18") == "q = critic([states, actions])\n"
