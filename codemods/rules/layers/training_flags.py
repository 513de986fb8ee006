"""Join `training` and `self.trainable` as Python does in a BatchNormalization of one's own.

## What it does

In a class that derives from `BatchNormalization`, `tf.logical_and(training, self.trainable)` becomes
`training and self.trainable`, and `training = tf.constant(False)` becomes `training = False`.

## Why

The layer of Keras 3 decides by `if training:`, and takes no tensor there while a functional model is built: "using a
symbolic `tf.Tensor` as a Python `bool` is not allowed".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/normalization/batch_normalization.py

## Numbers

Same: a step of a network with such a layer gives the losses of TensorFlow 2.3.4
(`tests/codemods/rules/layers/test_training_flags.py`). Keras hands `training` on as True, False or None.

## What it leaves to you

A `training` that the code itself passes as a tensor.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File, name_of
from codemods.types import Edit, rule

_BASES = (
    "keras.layers.BatchNormalization",
    "keras.layers.experimental.SyncBatchNormalization",
    "keras.layers.normalization.BatchNormalization",
)
_CONSTANT = "tensorflow.constant"
_AND = ("tensorflow.logical_and", "tensorflow.math.logical_and")
_FLAG, _PAIR = "training", 2


@rule(
    "TFM354",
    example="""
    import tensorflow as tf


    class BatchNormalization(tf.keras.layers.BatchNormalization):
        def call(self, x, training=False):
            if training is None:
                training = tf.constant(False)
            training = tf.logical_and(training, self.trainable)
            return super().call(x, training)
    """,
)
def training_flags(file: File) -> Iterator[Edit]:
    """Only where both are what they are called."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(*_AND, _CONSTANT):
        call = file.call_of(reference)
        owner = file.enclosing_class(call) if call is not None else None
        if call is None or owner is None or not derives_from(file, owner, *_BASES):
            continue
        args = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
        if reference.canonical == _CONSTANT:
            if len(call.args) == 1 and args and name_of(args[0]) in ("True", "False") and _is_flag(file, call):
                yield Edit(call, "training is True or False in Keras 3", ((call, args[0]),))
        elif len(args) == _PAIR and {_kind(file, each) for each in args} == {_FLAG, "trainable"}:
            both = cst.BooleanOperation(args[0], cst.And(), args[1])
            if not isinstance(file.parent(call), cst.Assign | cst.Return | cst.Arg):
                both = both.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            yield Edit(call, f"training is True or False in Keras 3: {file.code(both)}", ((call, both),))


def _kind(file: File, node: cst.BaseExpression) -> str:
    return attribute_of_self(file, node) or name_of(node) or ""


def _is_flag(file: File, call: cst.Call) -> bool:
    """True for the value of `training = ...`."""
    assign = file.parent(call)
    return isinstance(assign, cst.Assign) and [name_of(each.target) for each in assign.targets] == [_FLAG]
