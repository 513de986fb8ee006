"""Take the summaries of `tf.contrib` from the shims.

## What it does

`tf.contrib.summary` comes from `compat.tensorflow.contrib`. The functions are those of TensorFlow itself, which has
them without public names.

## Why

TensorFlow 2 has no `tf.contrib`. Its `tf.summary` writes other events: tensors where there were numbers, histograms
with other buckets, and images that are not scaled. It needs a step, and it records where no context says so.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/summary/summary.py

## Numbers

Same. The events of each function are those of TensorFlow 1.15.5 to the byte, eagerly and in a graph
(`tests/compat/shims/contrib/test_summary.py`).

## What it leaves to you

`create_db_writer`, which wrote into a database.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.shims.shim_packages import package_from_shims
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.names.contrib_summary import NAMES, PACKAGE

_CARRIED = frozenset(f"{PACKAGE}.{name}" for name in NAMES)


@rule(
    "TFM239",
    stage=Stage.CARRIED,
    example="""
    import tensorflow as tf

    writer = tf.contrib.summary.create_file_writer("logs", flush_millis=1000)
    with writer.as_default(), tf.contrib.summary.always_record_summaries():
        tf.contrib.summary.scalar("loss", 0.5, step=1)
    """,
)
def contrib_summary(file: File) -> Iterator[Edit]:
    """Change imports, and the package where it is spelled out."""
    yield from package_from_shims(file, PACKAGE, _CARRIED)
