"""Report layers that are put into a list of a layer or model by index, where Keras 3 does not see them.

## What it does

Reports `self.blocks[i] = Dense(3)` in a class that derives from a layer or model of Keras, where `self.blocks` is a
list. It rewrites nothing.

## Why

Keras 3 tracks what a list holds when it becomes an attribute, and what `append` adds, and not what takes a place in it.
The weights of such layers never train, and are not saved, without a word. `tf.keras` found them.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/utils/tracking.py

## Numbers

They can differ: a model of two layers that are set by index has four weights in TensorFlow 2.3.4, and none on 2.21
(`tests/codemods/rules/layers/test_layers_set_by_index.py`).

## What it leaves to you

To append the layers, or to put the list together before it becomes an attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned_to_self, attribute_of_self
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_ADVICE = "append the layers: {}.append(layer), or set the attribute once the list is full"


@rule(
    "TFM356",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf


    class Net(tf.keras.Model):
        def __init__(self):
            super(Net, self).__init__()
            self.blocks = [None] * 2
            for i in range(2):
                self.blocks[i] = tf.keras.layers.Dense(2)
    """,
    severity=Severity.NUMBERS,
)
def layers_set_by_index(file: File) -> Iterator[Manual]:
    """Report each such line of a class, unless the attribute is set again later, as a whole."""
    if not goes_to_keras_3(file):
        return
    for target in file.every(cst.AssignTarget):
        node, assign = target.target, file.parent(target)
        if not isinstance(node, cst.Subscript) or not isinstance(assign, cst.Assign):
            continue
        held, owner = node.value, file.enclosing_class(node)
        name = attribute_of_self(file, held)
        if owner is None or name is None or not is_layer_or_model(file, owner) or not _is_list(file, owner, name):
            continue
        origin = origin_of(file, assign.value)
        if isinstance(origin, Receiver) and origin.is_a(LAYER) and not origin.shimmed:
            said = f"Keras 3 does not see a layer that is put into {file.code(held)} by index: its weights never train"
            yield Manual(target, file.code(held), said, _ADVICE.format(file.code(held)))


def _is_list(file: File, owner: cst.ClassDef, name: str) -> bool:
    """True if the only value of an attribute is a list: `[None] * n`, `[]`, `[None for _ in names]`, `list(...)`."""
    values = assigned_to_self(file, owner, name) or []
    if len(values) != 1:
        return False
    value = values[0]
    if isinstance(value, cst.BinaryOperation):
        value = value.left if isinstance(value.left, cst.List) else value.right
    is_made = isinstance(value, cst.Call) and file.is_builtin(value.func, "list")
    return is_made or isinstance(value, cst.List | cst.ListComp)
