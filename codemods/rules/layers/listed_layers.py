"""Report layers in lists of a model, which standalone Keras did not find: they train now.

## What it does

Looks in models that are derived from standalone Keras for lists of layers that are set on `self`. It rewrites nothing.

## Why

Standalone Keras tracked layers that were attributes of a model, and none in lists: their weights never trained, and
were not saved. Keras 3 finds them.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

## Numbers

They can differ: weights that stayed as they were train (`tests/behaviour/catalogue/custom.py`).

## What it leaves to you

To decide what was meant. A layer trains as before with `trainable=False`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule
from compat.tables.behaviour.layer_state import LAYERS_WITH_WEIGHTS

_MODELS = ("keras.models.Model", "keras.Model")


@rule(
    "TFM261",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.engine.training import Model
    from keras.layers import Dense


    class Stack(Model):
        def __init__(self):
            super(Stack, self).__init__()
            self.dense = [Dense(8), Dense(1)]

        def call(self, x):
            for layer in self.dense:
                x = layer(x)
            return x
    """,
    severity=Severity.NUMBERS,
)
def listed_layers(file: File) -> Iterator[Manual]:
    """Report each list once, in files that were written for standalone Keras."""
    if not file.target.is_modern or written_for(file).keras is not KerasLine.STANDALONE:
        return
    for target in file.every(cst.AssignTarget):
        node, statement, owner = target.target, file.parent(target), file.enclosing_class(target)
        if not isinstance(node, cst.Attribute) or not isinstance(statement, cst.Assign) or owner is None:
            continue
        if not isinstance(node.value, cst.Name) or not is_self(file, node.value):
            continue
        if _has_layers(file, statement.value) and _is_of_standalone(file, owner):
            said = "standalone Keras did not train layers in lists; Keras 3 does"
            advice = "make them with trainable=False to train as before"
            yield Manual(target, "keras.models.Model", said, advice)


def _is_of_standalone(file: File, owner: cst.ClassDef) -> bool:
    references = (file.reference(base.value) for base in owner.bases)
    is_keras = any(each is not None and each.spelling.root == "keras" for each in references)
    return is_keras and derives_from(file, owner, *_MODELS)


def _has_layers(file: File, value: cst.BaseExpression) -> bool:
    """True for a list, tuple or comprehension of layers that have weights."""
    if isinstance(value, cst.ListComp):
        return _is_layer(file, value.elt)
    if isinstance(value, cst.List | cst.Tuple):
        return any(_is_layer(file, each.value) for each in value.elements)
    return False


def _is_layer(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.symbol(node.func) in LAYERS_WITH_WEIGHTS
