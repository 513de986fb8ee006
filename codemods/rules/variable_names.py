"""Look for the name of a layer in the path of a variable: Keras 3 keeps only its own name in `name`.

## What it does

In `[v for v in model.trainable_variables if "batch_norm" not in v.name]`, `v.name` becomes `v.path`.

## Why

A variable of `tf.keras` was called `dense/kernel:0`. In Keras 3 its `name` is `kernel`, and its `path` is
`sequential/dense/kernel`: a search for a layer finds nothing any more, without a word.
https://keras.io/api/ops/

## Numbers

Same: the search finds the same variables. Left as it is, it would decay, clip or freeze others.

## What it leaves to you

Texts with `:0`, and texts that the file does not show: both are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.object_types import VARIABLE, Receiver, origin_of
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_OWN = frozenset(
    {"beta", "bias", "embeddings", "gamma", "kernel", "moving_mean", "moving_variance", "recurrent_kernel"}
)
"""The last parts of the names, which `name` still has."""


@rule(
    "TFM223",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()])
    model.build((None, 3))
    decayed = [v for v in model.trainable_variables if "batch_normalization" not in v.name]
    """,
)
def variable_names(file: File) -> Iterator[Edit | Manual]:
    """Only in `text in v.name`, and only of what a known model lists as its variables."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        target = file.parent(node)
        if node.attr.value != "name" or not isinstance(target, cst.ComparisonTarget):
            continue
        comparison = file.parent(target)
        if not isinstance(target.operator, cst.In | cst.NotIn) or not isinstance(comparison, cst.Comparison):
            continue
        origin = origin_of(file, node.value)
        if isinstance(origin, Receiver) and origin.is_a(VARIABLE) and len(comparison.comparisons) == 1:
            text = literal(comparison.left)
            if text not in _OWN:
                yield _outcome(file, node, text)


def _outcome(file: File, node: cst.Attribute, text: object) -> Edit | Manual:
    code = file.code(node)
    if isinstance(text, str) and ":" not in text:
        new = node.with_changes(attr=cst.Name("path"))
        return Edit(node, f"{code} has no layer in it in Keras 3: {file.code(new)} has", ((node, new),))
    return Manual(
        node,
        f"{VARIABLE}.name",
        f"{code} was such as dense/kernel:0, and is such as kernel in Keras 3",
        "compare with the path of the variable, such as sequential/dense/kernel",
    )
