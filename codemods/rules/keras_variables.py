"""Take the variables of Keras 3 for what they are: no `tf.Variable`s, and named without their layer.

## What it does

In `[v for v in model.trainable_variables if "batch_norm" not in v.name]`, `v.name` becomes `v.path`.
Optimizers of `tf.train` that step the variables of a Keras model are reported.

## Why

A variable of `tf.keras` was a `tf.Variable`, and called `dense/kernel:0`. In Keras 3 its `name` is `kernel`, and its
`path` is `sequential/dense/kernel`: a search for a layer finds nothing any more, without a word.
`tf.compat.v1.train.AdamOptimizer` refuses it: "'Variable' object has no attribute '_unique_id'".
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: in `tests/codemods/fixtures/keras_variables` the search finds the variables that it found on TensorFlow 2.1.4.
Left as it is, it would decay, clip or freeze others.

## What it leaves to you

Texts with `:0`, texts that the file does not show, and the optimizers: all are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.object_types import LAYER, VARIABLE, VARIABLES, Receiver, origin_of
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_OF_TENSORFLOW_1 = re.compile(r"^tensorflow\.(compat\.v1\.)?train\.\w*Optimizer$")
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
def keras_variables(file: File) -> Iterator[Edit | Manual]:
    """Only of what a known model lists as its variables; of names only in `text in v.name`."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    yield from _stepped(file)
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


def _stepped(file: File) -> Iterator[Manual]:
    """`tf.train.AdamOptimizer().apply_gradients(zip(gradients, model.trainable_variables))`, and `minimize`."""
    for call in file.calls:
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value not in ("apply_gradients", "minimize"):
            continue
        origin = origin_of(file, function.value)
        if isinstance(origin, Receiver) and _OF_TENSORFLOW_1.search(origin.path) and _has_keras_variables(file, call):
            name = origin.path.rpartition(".")[2]
            yield Manual(
                call,
                f"{origin.path}.{function.attr.value}",
                f"tf.train.{name} does not know the variables of a Keras 3 model",
                "make the optimizer with tf.keras.optimizers; mind its default epsilon",
            )


def _has_keras_variables(file: File, call: cst.Call) -> bool:
    """True if an argument, or one of `zip(...)`, lists the variables of a layer or a model."""
    values = [arg.value for arg in call.args]
    for value in tuple(values):
        if isinstance(value, cst.Call) and file.is_builtin(value.func, "zip"):
            values += [arg.value for arg in value.args]
    for value in values:
        if isinstance(value, cst.Attribute) and value.attr.value in VARIABLES:
            owner = origin_of(file, value.value)
            if isinstance(owner, Receiver) and owner.is_a(LAYER) and not owner.defines(file, value.attr.value):
                return True
    return False
