"""With `--to compat`: import slim where a script gives `tf.contrib.slim` a name.

## What it does

`slim = tf.contrib.slim` becomes `from compat.tensorflow.contrib import slim`, and likewise for `layers`, `framework`,
`losses`, `metrics` and `training` where the file uses what slim has.

## Why

What is read from a name that was assigned is not followed. An import is, so that a script with `slim.learning.train`
is seen to build a graph.
https://github.com/google-research/tf-slim

## Numbers

No numbers involved.

## What it leaves to you

Nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.shims.contrib_layers import packages_in_place
from codemods.rewriting.named_modules import imported_in_place
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM156",
    stage=Stage.SHIMS,
    example="""
    import tensorflow as tf

    slim = tf.contrib.slim
    loss = slim.learning.train(step, "logs")
    """,
)
def contrib_names(file: File) -> Iterator[Edit]:
    """Change the statement in its place."""
    for reference in packages_in_place(file):
        edit = imported_in_place(file, reference)
        if edit is not None:
            yield edit
