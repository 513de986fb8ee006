"""Loss functions that are called with numbers and a column of them are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched

HEAD = """import tensorflow as tf
L = tf.keras.layers
critic = tf.keras.Sequential([L.Dense(8), L.Dense(1)])
"""
OWN = """import tensorflow as tf
class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1)
    def call(self, x):
        return self.out(x)
critic = Critic()
"""
OF_TWO = """import tensorflow as tf
class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.value = tf.keras.layers.Dense(1)
        self.policy = tf.keras.layers.Dense(2)
    def call(self, x):
        return self.value(x), self.policy(x)
critic = Critic()
"""
BETWEEN = "def own(targets, values):\n    return tf.keras.losses.MSE(targets, values)\n"


@pytest.mark.parametrize(
    ("head", "source", "line"),
    [
        (HEAD, "loss = tf.keras.losses.MSE(r + 0.9 * tf.squeeze(critic(t)), critic(s))\n", 4),
        (HEAD, "y = r + 0.9 * tf.squeeze(critic(t), 1)\nloss = tf.keras.losses.mae(y, critic(s))\n", 5),
        (HEAD, "loss = tf.losses.mse(critic(t)[:, 0], critic(s))\n", 4),
        (HEAD, "loss = tf.keras.losses.huber(tf.reshape(y, [-1]), critic(s))\n", 4),
        (HEAD, "loss = tf.keras.losses.MSE(y_pred=critic(s), y_true=tf.reduce_max(q, axis=1))\n", 4),
        (HEAD, "loss = tf.keras.losses.binary_crossentropy(tf.reshape(y, (-1,)), critic(s))\n", 4),
        (HEAD, "loss = tf.keras.losses.binary_crossentropy(tf.constant([0., 1.]), critic(s))\n", 4),
        (OWN, "loss = tf.keras.losses.MSE(r + tf.reduce_sum(q, -1), critic(s))\n", 9),
        (OWN, "loss = tf.keras.losses.MSE(tf.reduce_sum(q, -1), critic.call(s))\n", 9),
        (OWN, BETWEEN + "own(tf.reshape(y, [-1]), critic(s))\n", 10),
        (OF_TWO, BETWEEN + "value, policy = critic(s)\nown(tf.reshape(y, [-1]), value)\n", 11),
    ],
)
def test_reported(head: str, source: str, line: int) -> None:
    check_declined(head + source, "TFM386", line)


@pytest.mark.parametrize(
    ("head", "source"),
    [
        (HEAD, "loss = tf.keras.losses.MSE(y, critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(r + 0.9 * critic(t), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.squeeze(critic(t)), tf.squeeze(critic(s)))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.squeeze(q), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.reduce_max(q, axis=1, keepdims=True), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.expand_dims(r, 1), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MeanSquaredError()(tf.squeeze(critic(t)), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.poisson(tf.squeeze(critic(t)), critic(s))\n"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.constant([[0.], [1.]]), critic(s))\n"),
        (HEAD, "loss = own(tf.squeeze(critic(t)), critic(s))\n"),
        (HEAD.replace("Dense(1)", "Dense(2)"), "loss = tf.keras.losses.MSE(tf.reshape(y, [-1]), critic(s))\n"),
        (OWN.replace("Dense(1)", "Dense(n)"), "loss = tf.keras.losses.MSE(tf.reshape(y, [-1]), critic(s))\n"),
    ],
)
def test_left_alone(head: str, source: str) -> None:
    check_untouched(head + source)


@pytest.mark.parametrize(
    ("head", "source", "line", "side"),
    [
        (HEAD, "loss = tf.keras.losses.MSE(y, critic(s))\n", 4, "targets"),
        (HEAD, "loss = tf.keras.losses.MSE(tf.reshape(y, [-1]), model(s))\n", 4, "predictions"),
        (OWN, BETWEEN + "own(y, critic(s))\n", 10, "targets"),
        (OF_TWO, BETWEEN + "value, policy = critic.call(s)\nown(y, value)\n", 11, "targets"),
    ],
)
def test_noted(head: str, source: str, line: int, side: str) -> None:
    result = upgrade((head + source).encode())
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes if each.code == "TFM386" and f"the {side} have" in each.message] == [
        line
    ]
    assert not result.findings


@pytest.mark.parametrize(
    ("head", "source"),
    [
        (OWN, BETWEEN + "own(critic(t), critic(s))\n"),
        (OWN, BETWEEN + "own(y, model(s))\n"),
        (OWN, BETWEEN + "own(y, critic(s))\nown(y, model(s))\n"),
        (OF_TWO, BETWEEN + "value, policy = critic(s)\nown(y, policy)\n"),
        (OF_TWO, BETWEEN + "own(y, critic(s))\n"),
    ],
)
def test_nothing_said(head: str, source: str) -> None:
    result = upgrade((head + source).encode())
    assert isinstance(result, Upgraded)
    assert not [*result.notes, *result.findings]


@pytest.mark.tensorflow
def test_what_keras_3_compares() -> None:
    tf = pytest.importorskip("tensorflow")
    targets, predictions = tf.constant([1.0, 2.0]), tf.constant([[1.0], [4.0]])
    assert tf.keras.losses.MSE(targets, predictions).numpy().tolist() == [0, 4]
    assert tf.reduce_mean(tf.square(predictions - targets), -1).numpy().tolist() == [0.5, 6.5]
    with pytest.raises(ValueError, match="rank"):
        tf.keras.losses.binary_crossentropy(targets, predictions)
