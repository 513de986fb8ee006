"""Say that the moving statistics of BatchNormalization are no longer those of all replicas.

## What it does

Notes the first `BatchNormalization` of a file with a `MirroredStrategy` or its like. It rewrites nothing.

## Why

Each replica updates moving mean and variance from its own rows. `tf.keras` of TensorFlow 2 took the mean of all
replicas when it saved or copied them, or called the model outside of a step; Keras 3 takes those of the first replica.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/layers/normalization.py

## Numbers

They can differ: after one step on the rows 0 to 7 of two replicas, TensorFlow 2.3.4 saves a moving mean of 3.5, and
Keras 3.15.1 one of 1.5, from the first four rows. Losses, weights and `evaluate` under the strategy are the same
(`tests/compat/tables/test_replica_statistics.py`).

## What it leaves to you

To decide whether it matters: the more steps and the better the rows are mixed, the less. Models that another module
builds.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.replicas.exact_calls import exact_calls
from codemods.analysis.replicas.strategies import REPLICATED
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_NORMALIZATIONS = (
    "keras.layers.BatchNormalization",
    "keras.layers.experimental.SyncBatchNormalization",
    "keras.layers.normalization.BatchNormalization",
)


@rule(
    "TFM344",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(x, y)
    model.save_weights("w.weights.h5")
    """,
    severity=Severity.NUMBERS,
)
def replica_statistics(file: File) -> Iterator[Manual]:
    """Note the first such layer of a file once."""
    if not file.references(*REPLICATED) or not goes_to_keras_3(file) or exact_calls(file):
        return
    for reference in file.references(*_NORMALIZATIONS):
        call = file.call_of(reference)
        synchronized = keyword(call, "synchronized") if call is not None else None
        if synchronized is None or literal(synchronized.value) is not True:
            yield Manual(
                reference.node,
                reference.qualified,
                "moving statistics that are saved are those of the first replica; they were the mean of all replicas",
                "nothing if rows are well mixed; else `upgrade --exact`, or synchronized=True, which also normalizes "
                "over the rows of all replicas",
                is_note=True,
            )
            return
