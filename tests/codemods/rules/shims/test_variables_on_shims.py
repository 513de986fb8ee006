"""Variables that the shims do not find in a layer are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = "from compat import tensorflow as tf\nfrom compat.tensorflow import keras\n"


def layer(*lines: str, base: str = "keras.layers.Layer", head: str = HEAD) -> str:
    body = "".join(f"        {line}\n" for line in ("super().__init__()", *lines))
    return f"{head}class Own({base}):\n    def __init__(self):\n{body}"


PART = "class Part(tf.Module):\n    def __init__(self):\n        self.w = tf.Variable(1.0)\n"


@pytest.mark.parametrize(
    "line",
    [
        "self.w = [tf.Variable(1.0) for _ in range(2)]",
        "self.w = [tf.Variable(1.0)]",
        "self.w = {'a': tf.Variable(1.0)}",
        "self.w.append(tf.Variable(1.0))",
        "self.w['a'] = [tf.Variable(1.0)]",
    ],
)
@pytest.mark.parametrize("base", ["keras.layers.Layer", "keras.Model"])
def test_containers(line: str, base: str) -> None:
    check_declined(layer(line, base=base), "TFM284", 6, to="compat")


def test_modules() -> None:
    check_declined(layer("self.part = Part()", head=HEAD + PART), "TFM284", 9, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        layer("self.w = tf.Variable(1.0)"),
        layer("self.v, self.w = tf.Variable(1.0), tf.Variable(1.0)"),
        layer("w = [tf.Variable(1.0)]"),
        layer("setattr(self, 'w', tf.Variable(1.0))"),
        layer("self.w = [self.add_weight(name='w', shape=())]"),
        layer("self.w = [tf.Variable(1.0)]", base="object"),
        layer("self.part = Part()", head=HEAD + PART, base="object"),
        HEAD + "w = [tf.Variable(1.0)]\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")
