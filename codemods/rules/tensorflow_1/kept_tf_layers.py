"""Report objects of `tf.layers` in models, which Keras 3 does not know.

## What it does

Reports `self.dropout = tf.layers.Dropout()` in a class derived from `tf.keras.Model`, and with `--to compat` all
objects of `tf.layers` there.

## Why

In TensorFlow 1 they were layers of Keras. Keras 3 takes them for any other object: `model.variables` is empty.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/layers/base.py

## Numbers

They can differ: what is not known is not trained. A model of two such layers has 4 variables in TensorFlow 1.15.5 and
none on the shims (`tests/codemods/rules/tensorflow_1/test_untracked_layers.py`).

## What it leaves to you

To make the layer with `tf.keras.layers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.graphs.layers_of_tensorflow_1 import PACKAGE, kept_layers
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule


@rule(
    "TFM313",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    tf.enable_eager_execution()

    class Net(tf.keras.Model):
        def __init__(self):
            super(Net, self).__init__()
            self.dropout = tf.layers.Dropout(0.5)

        def call(self, inputs, training=None):
            return self.dropout(inputs, training=training)
    """,
    severity=Severity.NUMBERS,
)
def kept_tf_layers(file: File) -> Iterator[Manual]:
    """Report what TFM312 left."""
    if not file.target.is_modern:
        return
    for _, call, name in kept_layers(file):
        said = f"a model of Keras 3 does not know a layer of tf.layers: {name} is not trained, saved or told the phase"
        advice = (
            "make it with tf.keras.layers; Dropout and BatchNormalization of tf.layers have training=False by default"
        )
        yield Manual(call, f"{PACKAGE}{name}", said, advice)
