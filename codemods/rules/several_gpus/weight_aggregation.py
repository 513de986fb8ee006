"""Write how replicas aggregate a weight as Keras 3 does: as a string.

## What it does

`self.add_weight(aggregation=tf.VariableAggregation.MEAN)` becomes `aggregation="mean"`.

## Why

"Invalid value for argument `aggregation`": Keras 3 takes strings, and `None`.
https://keras.io/api/layers/base_layer/

## Numbers

Same: Keras 3 hands TensorFlow the aggregation of that name
(`tests/codemods/rules/several_gpus/test_weight_aggregation.py`).

## What it leaves to you

Values that the call does not show, and `synchronization=`, which Keras 3 does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_NAMES = ("MEAN", "SUM", "ONLY_FIRST_REPLICA", "NONE")
_SYMBOLS = tuple(f"tensorflow.{v1}VariableAggregation.{name}" for v1 in ("", "compat.v1.") for name in _NAMES)
_METHODS = ("add_weight", "add_variable")


@rule(
    "TFM347",
    stage=Stage.USES,
    example="""
    import tensorflow as tf

    class Scale(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=(), aggregation=tf.VariableAggregation.MEAN)
    """,
)
def weight_aggregation(file: File) -> Iterator[Edit]:
    """Edit the argument of each weight that a layer of Keras 3 adds."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(*_SYMBOLS):
        arg = file.parent(reference.node)
        call = file.parent(arg) if isinstance(arg, cst.Arg) else None
        if not isinstance(arg, cst.Arg) or arg.keyword is None or arg.keyword.value != "aggregation":
            continue
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value in _METHODS:
            name = reference.canonical.rpartition(".")[2].lower()
            said = f"the aggregation of a weight is a string in Keras 3: {name}"
            yield Edit(reference.node, said, ((reference.node, cst.SimpleString(f'"{name}"')),))
