"""Report layers, losses and metrics that the Keras for graphs does not have.

## What it does

Where a `model_fn` takes its Keras from `compat.shims.graph_keras` (TFM171), reports `TimeDistributed`, `Bidirectional`,
`LayerNormalization`, `GaussianNoise` and what else is not there. It rewrites nothing.

## Why

With Keras 3 the shim is the Keras 2 that TensorFlow still carries for Estimators, of which TensorFlow keeps what it
needs itself: "module 'tensorflow.python.keras.layers' has no attribute 'TimeDistributed'".
https://github.com/tensorflow/tensorflow/tree/master/tensorflow/python/keras/layers

## Numbers

No numbers involved.

## What it leaves to you

The layer: write it with what is there, `tf.reshape` around a layer for `TimeDistributed`, two `RNN` layers and
`go_backwards=True` for `Bidirectional`; or move the model out of the Estimator.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.graph_keras import GRAPH_KERAS_LACKS

_HOME = "compat.shims.graph_keras."
_OF_TENSORFLOW_2 = "v2."


@rule(
    "TFM472",
    stage=Stage.GONE,
    example="""
    import tensorflow as tf
    from compat.shims import graph_keras

    def model_fn(features, labels, mode):
        logits = graph_keras.layers.TimeDistributed(graph_keras.layers.Dense(10))(features)
        return tf.estimator.EstimatorSpec(mode, predictions=logits)
    """,
)
def graph_keras_names(file: File) -> Iterator[Edit | Manual]:
    """Report each use, and each import, of a name that is not there."""
    for imported in file.imports:
        if imported.qualified.startswith(_HOME) and _is_absent(imported.qualified):
            yield _finding(imported.alias, imported.qualified)
    for node in file.attributes:
        name = file.qualified_name(node)
        if name is not None and name.startswith(_HOME) and _is_absent(name):
            yield _finding(node, name)


def _is_absent(qualified: str) -> bool:
    return _plain(qualified) in GRAPH_KERAS_LACKS


def _plain(qualified: str) -> str:
    return qualified.removeprefix(_HOME).removeprefix(_OF_TENSORFLOW_2)


def _finding(node: cst.CSTNode, qualified: str) -> Manual:
    name = f"tensorflow.keras.{_plain(qualified)}"
    said = "the Keras that TensorFlow still carries for graphs does not have it"
    return Manual(node, name, said, "write it with what compat.shims.graph_keras has, or train without an Estimator")
