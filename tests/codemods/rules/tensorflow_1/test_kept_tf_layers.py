"""Layers of `tf.layers` that stay in models are reported, natively and on the shims."""

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
        "self.a = tf.layers.Dropout(0.5)",
        "self.a = tf.layers.BatchNormalization()",
        "self.a = tf.layers.Dense(3, kernel_regularizer=f)",
        "self.a = tf.layers.Dense(*sizes)",
    ],
)
def test_reported(line: str) -> None:
    result = check_sound(source(line))
    assert "TFM313" in {each.code for each in result.findings}


def test_reported_on_the_shims() -> None:
    result = check_sound(source("self.a = tf.layers.Dense(3)"), to="compat")
    assert [each.code for each in result.findings] == ["TFM313"]


@pytest.mark.parametrize(
    ("line", "base"),
    [
        ("self.a = tf.layers.Dropout(0.5)", "object"),
        ("self.a = tf.keras.layers.Dropout(0.5)", "tf.keras.Model"),
        ("self.a = tf.layers.Dropout(0.5)(x)", "tf.keras.Model"),
        ("a = tf.layers.Dropout(0.5)", "tf.keras.Model"),
        ("self.a = tf.layers.Dense(3)", "tf.keras.Model"),
    ],
)
def test_not_reported(line: str, base: str) -> None:
    assert "TFM313" not in {each.code for each in check_sound(source(line, base)).findings}


def test_code_of_today() -> None:
    check_untouched(
        "import keras\nclass N(keras.Model):\n    def __init__(self):\n        self.a = keras.layers.Dropout(0.5)\n"
    )
