"""Layers of `tf.layers` that models of Keras 3 would not know become those of `tf.keras.layers`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = """import tensorflow as tf
tf.enable_eager_execution()
class Net({base}):
    def __init__(self):
        super().__init__()
        {line}
    def call(self, x):
        return x
"""


def source(line: str, base: str = "tf.keras.Model") -> str:
    return HEAD.format(base=base, line=line)


@pytest.mark.parametrize(
    "line",
    [
        "self.a = tf.layers.Dense(3)",
        "self.a = tf.layers.Conv2D(8, 3, strides=2, padding='same', activation=tf.nn.relu)",
        "self.a = [tf.layers.Dense(n) for n in (1, 2)]",
        "self.a = {'a': tf.layers.Flatten()}",
        "self.input_spec = tf.layers.InputSpec(min_ndim=2, axes={-1: 3})",
    ],
)
@pytest.mark.parametrize("base", ["tf.keras.Model", "tf.keras.layers.Layer"])
def test_rewritten(line: str, base: str) -> None:
    result = check_sound(source(line, base))
    assert line.replace("tf.layers", "tf.keras.layers").encode() in result.after
    assert b"compat.tensorflow" not in result.after


@pytest.mark.parametrize(
    ("line", "base"),
    [
        ("self.a = tf.layers.Dense(3)", "object"),
        ("self.a = tf.keras.layers.Dense(3)", "tf.keras.Model"),
        ("self.input_spec = tf.keras.layers.InputSpec(ndim=2)", "tf.keras.layers.Layer"),
        ("self.a = tf.layers.Dense(3)(x)", "tf.keras.Model"),
        ("a = tf.layers.Dense(3)", "tf.keras.Model"),
        ("self.a = wrapped(tf.layers.Dense(3))", "tf.keras.Model"),
    ],
)
def test_left_to_the_shims(line: str, base: str) -> None:
    result = check_sound(source(line, base))
    assert {"TFM312", "TFM313"}.isdisjoint(each.code for each in (*result.findings, *result.changes))


def test_models_in_the_graph_of_an_estimator() -> None:
    text = source("self.a = tf.layers.Dense(3)").replace("tf.enable_eager_execution()", "tf.estimator.Estimator(f)")
    result = check_sound(text)
    assert {"TFM312", "TFM313"}.isdisjoint(each.code for each in (*result.findings, *result.changes))


def test_code_of_today() -> None:
    check_untouched(
        "import keras\nclass N(keras.Model):\n    def __init__(self):\n        self.a = keras.layers.Dense(3)\n"
    )
