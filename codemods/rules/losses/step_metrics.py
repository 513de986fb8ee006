"""Tell that metrics of steps count a sequence once, whatever its length, where batches have different lengths.

## What it does

Notes the metrics that code updates itself, such as `accuracy(labels, predictions)`, where the batches are padded to the
longest sequence of each: `padded_batch`, `bucket_by_sequence_length`. It rewrites nothing.

## Why

For labels of two dimensions a metric of `tf.keras` took the mean over all steps of all batches. Keras 3 takes that over
the steps of each sequence, and then over the sequences. Both are the same where all batches have one length.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/metrics/reduction_metrics.py

## Numbers

They can differ, in what is printed and not in what is trained: the accuracy of two right of two steps, then of none of
four, was 0.333 and is 0.5 (`tests/codemods/rules/losses/test_step_metrics.py`).

## What it leaves to you

To give the metric one row for each step, where the number matters: `accuracy(tf.reshape(labels, [-1]), ...)`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.direct_metrics import class_called
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule
from compat.tables.behaviour.prediction_masks import METRICS_OF_FUNCTIONS

_PADDING = ("bucket_by_sequence_length", "padded_batch")


@rule(
    "TFM349",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    batches = dataset.padded_batch(32, padded_shapes=([None], [None]))
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
    for tokens, labels in batches:
        accuracy.update_state(labels, model(tokens))
    """,
    severity=Severity.NUMBERS,
)
def step_metrics(file: File) -> Iterator[Manual]:
    """One note for each class of metric."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    seen: set[str] = set()
    for call in file.calls:
        name = class_called(file, call) or ""
        module, _, short = name.rpartition(".")
        if module != "keras.metrics" or short not in METRICS_OF_FUNCTIONS or name in seen:
            continue
        if not seen and not any(_has_padding(each) for each in (file, *project_modules(file))):
            return
        seen.add(name)
        said = f"over batches of different lengths {short} counts sequences, where Keras 2 counted their steps"
        yield Manual(call, name, said, "give it one row for each step: tf.reshape(labels, [-1])", is_note=True)


def _has_padding(file: File) -> bool:
    names = (each.func for each in file.calls)
    return any(isinstance(each, cst.Attribute) and each.attr.value in _PADDING for each in names)
