"""Report layers that are taken out of `model.layers`, which is only a copy today.

## What it does

Reports `model.layers.pop()`, `del model.layers[-1]` and the like. It rewrites nothing.

## Why

In Keras 2 the list was the model's own: `pop()` took the last layer out of it. Keras 3 hands out a new list, so that
nothing happens, without a word: `model.layers[-1].output` is the output of the layer that should be gone, and features
become probabilities.
https://github.com/keras-team/keras/blob/master/keras/src/models/model.py

## Numbers

They differ, as other layers compute them. After `model.layers.pop()` on a `Model` with layers of 4 and 2 units,
`model.layers[-1]` is the one of 4 on Keras 2.2.4 and 2.3.1, and the one of 2 on Keras 3.15.1. The layers of a
`Sequential` were a copy in these, too, and so were those of `tf.keras` in TensorFlow 1.13 and 1.15: they are not
reported.

## What it leaves to you

Every reported line.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import own_names
from codemods.analysis.model_layers import is_layers_of_model
from codemods.analysis.object_types import Receiver, origin_of
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_CHANGES = frozenset({"pop", "append", "insert", "remove", "extend", "clear", "reverse"})


@rule(
    "TFM216",
    stage=Stage.ADVICE,
    example="""
    from keras.applications.vgg16 import VGG16
    from keras.models import Model

    model = VGG16()
    model.layers.pop()
    features = Model(model.inputs, model.layers[-1].output)
    """,
)
def model_surgery(file: File) -> Iterator[Manual]:
    """Report what changes the list of a model's layers in place."""
    if not file.target.is_modern or "layers" in own_names(file):
        return
    for node in file.attributes:
        if node.attr.value != "layers" or not _is_changed(file, node) or _was_copy(file, node.value):
            continue
        if is_layers_of_model(file, node):
            code = file.code(node)
            yield Manual(
                node,
                "keras.models.Model.layers",
                f"{code} is a copy in Keras 3: changing it leaves the model as it is",
                f"count from the end of the whole list: {code}[-2] is the last layer but one; a Sequential has pop()",
            )


def _was_copy(file: File, model: cst.BaseExpression) -> bool:
    """True for a model of `tf.keras`, or a `Sequential`, whose list was a copy before."""
    origin = origin_of(file, model)
    if isinstance(origin, Receiver):
        return below(origin.path, "tensorflow") or origin.path.endswith(".Sequential")
    return not any(below(each.qualified, "keras") for each in file.imports)


def _is_changed(file: File, node: cst.Attribute) -> bool:
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        call = file.parent(above)
        return above.attr.value in _CHANGES and isinstance(call, cst.Call) and call.func is above
    if not isinstance(above, cst.Subscript) or above.value is not node:
        return False
    return isinstance(file.parent(above), cst.AssignTarget | cst.Del)
