"""Rows of lookup layers are floats where TensorFlow takes them, as they were in Keras 2."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """\
import tensorflow as tf
from tensorflow.keras import Input, Model, layers

words = layers.StringLookup(vocabulary=["a", "b"], output_mode="one_hot")
"""
MODEL = """\
class Own(Model):
    def __init__(self):
        super().__init__()
        self.ids = layers.IntegerLookup(vocabulary=[1, 2], output_mode="multi_hot")

    def call(self, inputs):
        {}
"""


def done(source: str, origin: str | None = "tensorflow==2.10") -> Upgraded:
    given = parse_origin(origin) if origin is not None else None
    result = upgrade((HEAD + source).encode(), Settings(origin=given, select=("TFM384",)))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = tf.concat([words(x), z], axis=-1)\n", 'y = tf.concat([tf.cast(words(x), "float32"), z], axis=-1)\n'),
        ("y = tf.matmul(words(x), z)\n", 'y = tf.matmul(tf.cast(words(x), "float32"), z)\n'),
        ("h = words(x)\ny = tf.concat((h, z), 1)\n", 'h = tf.cast(words(x), "float32")\ny = tf.concat((h, z), 1)\n'),
        (
            "y = tf.stack([tf.squeeze(words(x), 0), z])\n",
            'y = tf.stack([tf.squeeze(tf.cast(words(x), "float32"), 0), z])\n',
        ),
        (
            "def encode(x):\n    return words(x)\n\n\ny = tf.concat([encode(x), z], 1)\n",
            'def encode(x):\n    return tf.cast(words(x), "float32")\n\n\ny = tf.concat([encode(x), z], 1)\n',
        ),
        (
            "rows = rows.map(lambda x, y: (words(x) * 0.5, y))\n",
            'rows = rows.map(lambda x, y: (tf.cast(words(x), "float32") * 0.5, y))\n',
        ),
        (
            MODEL.format("return self.ids(inputs) / 2"),
            MODEL.format('return tf.cast(self.ids(inputs), "float32") / 2'),
        ),
        (
            'texts = layers.TextVectorization(output_mode="count")\ny = tf.reduce_mean(texts(x))\n',
            'texts = layers.TextVectorization(output_mode="count")\ny = tf.reduce_mean(tf.cast(texts(x), "float32"))\n',
        ),
    ],
)
def test_cast(before: str, after: str) -> None:
    found = done(before)
    assert found.after.decode() == HEAD + after
    assert not found.findings


def test_a_file_that_does_not_tell_its_release_is_asked() -> None:
    source = "y = tf.concat([words(x), z], axis=-1)\n"
    found = done(source, None)
    assert not found.changed
    assert [(each.code, each.line) for each in found.findings] == [("TFM384", 5)]
    assert "--from" in found.findings[0].advice


@pytest.mark.parametrize(
    ("source", "origin"),
    [
        ("y = tf.concat([words(x), z], axis=-1)\n", "tensorflow==2.21"),
        ("y = tf.concat([words(Input((1,))), z], axis=-1)\n", "tensorflow==2.10"),
        ("y = layers.concatenate([words(x), z])\n", "tensorflow==2.10"),
        ("print(words(x), tf.shape(words(x)))\n", "tensorflow==2.10"),
        ('y = tf.concat([tf.cast(words(x), "float32"), z], 1)\n', "tensorflow==2.10"),
        ("def scaled(x):\n    return words(x) * 0.5\n", "tensorflow==2.10"),
        ("y = tf.concat([other(x), z], 1)\n", "tensorflow==2.10"),
        ('i = layers.StringLookup(output_mode="int")\ny = tf.concat([i(x), z], 1)\n', "tensorflow==2.10"),
        ("i = layers.StringLookup()\ny = tf.concat([i(x), z], 1)\n", "tensorflow==2.10"),
        ('i = layers.StringLookup(output_mode="tf_idf")\ny = tf.concat([i(x), z], 1)\n', "tensorflow==2.10"),
        ('i = layers.StringLookup(output_mode="count", dtype="int64")\ny = i(x) + tf.abs(i(x))\n', "tensorflow==2.10"),
        ('i = layers.CategoryEncoding(4, output_mode="count")\ny = tf.concat([i(x), z], 1)\n', "tensorflow==2.10"),
    ],
)
def test_left_alone(source: str, origin: str) -> None:
    found = done(source, origin)
    assert found.after.decode() == HEAD + source
    assert not found.findings


PROGRAM = """
import numpy as np
import tensorflow as tf

words = tf.keras.layers.StringLookup(vocabulary=["a", "b"], output_mode="one_hot")
texts = tf.keras.layers.TextVectorization(vocabulary=["a", "b"], output_mode="count")
x, z = tf.constant([["b"], ["c"]]), np.array([[0.5], [1.5]], "float32")
found = tf.concat([words(x), texts(x), z], axis=-1)
"""


@pytest.mark.tensorflow
def test_the_rows_of_tensorflow_2_10_and_2_15() -> None:
    pytest.importorskip("tensorflow")
    result = upgrade(PROGRAM.encode(), Settings(origin=parse_origin("tensorflow==2.10")))
    assert isinstance(result, Upgraded)
    names: dict[str, object] = {}
    exec(result.after, names)
    assert names["found"].numpy().tolist() == [[0, 0, 1, 0, 0, 1, 0.5], [1, 0, 0, 1, 0, 0, 1.5]]  # type: ignore[attr-defined]
    exec(PROGRAM, names)
    assert names["found"].numpy()[:, -1].tolist() == [0, 1], "cut to whole numbers"  # type: ignore[attr-defined]
