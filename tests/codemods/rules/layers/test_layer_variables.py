"""Variables of layers and models are those of Keras."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"


def layer(line: str, base: str = "keras.layers.Layer", method: str = "__init__(self)") -> str:
    return f"{HEAD}class Own({base}):\n    def {method}:\n        super().__init__()\n        {line}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.w = tf.Variable(1.0)", "self.w = keras.Variable(1.0)"),
        (
            "self.w = tf.Variable(tf.ones((2,)), trainable=False)",
            "self.w = keras.Variable(tf.ones((2,)), trainable=False)",
        ),
        ("self.w = tf.Variable(0, False)", "self.w = keras.Variable(0, trainable=False)"),
        ("self.w = tf.Variable(initial_value=v, name='w')", "self.w = keras.Variable(initializer=v, name='w')"),
        ("self.w: object = tf.Variable(v)", "self.w: object = keras.Variable(v)"),
        ("self.w = [tf.Variable(v) for v in values]", "self.w = [keras.Variable(v) for v in values]"),
        ("self.w = {'a': tf.Variable(1.0)}", "self.w = {'a': keras.Variable(1.0)}"),
        ("self.w['a'] = tf.Variable(1.0)", "self.w['a'] = keras.Variable(1.0)"),
        ("self.w.append(tf.Variable(1.0))", "self.w.append(keras.Variable(1.0))"),
        ("setattr(self, 'w', tf.Variable(1.0))", "setattr(self, 'w', keras.Variable(1.0))"),
        ("w = tf.Variable(1.0); self.w = w", "w = keras.Variable(1.0); self.w = w"),
        ("self.w = tf.Variable(v, dtype=tf.float32)", "self.w = keras.Variable(v, dtype=tf.float32)"),
    ],
)
@pytest.mark.parametrize("base", ["keras.layers.Layer", "keras.Model", "keras.layers.Dense"])
def test_rewritten(before: str, after: str, base: str) -> None:
    check_upgraded(layer(before, base), layer(after, base))


@pytest.mark.parametrize(
    "line",
    [
        "self.w = tf.Variable(v, shape=(2,))",
        "self.w = tf.Variable(v, name='own/w')",
        "self.w = tf.Variable(v, name=name)",
        "self.w = tf.Variable(**options)",
        "self.w = keras.backend.variable(v, name='w')",
        "self.w = tf.compat.v1.get_variable('w', shape=(2,))",
        "self.w = tf.Variable(v, aggregation=tf.VariableAggregation.SUM)",
    ],
)
def test_reported(line: str) -> None:
    check_declined(layer(line), "TFM233", 6)


@pytest.mark.parametrize(
    "source",
    [
        layer("w = tf.Variable(1.0)"),
        layer("w = [tf.Variable(1.0)]"),
        layer("steps.append(tf.Variable(1.0))"),
        layer("self.w = float(tf.Variable(1.0))"),
        layer("self.w = tf.Variable(1.0) + 1"),
        layer("setattr(other, 'w', tf.Variable(1.0))"),
        layer("self.part = Part()"),
        layer("self.w = self.add_weight(shape=(2,))"),
        layer("self.w = keras.Variable(1.0)"),
        layer("self.w = tf.Variable(1.0)", "tf.Module"),
        layer("self.w = tf.Variable(1.0)", "object"),
        f"{HEAD}w = tf.Variable(1.0)\n",
        layer("self.w = tf.Variable(1.0)").replace("import keras\n", "import keras\nimport keras.ops\n"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_module_is_reported() -> None:
    part = "class Part(tf.Module):\n    def __init__(self):\n        self.w = tf.Variable(1.0)\n"
    check_declined(layer("self.part = Part()") + part, "TFM233", 6)
