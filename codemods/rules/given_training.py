"""Report `training=` where a functional model calls a layer: Keras 3 passes its own over it.

## What it does

Looks for `Dropout(0.5)(x, training=True)` and `base(x, training=False)` on tensors of functional models. It rewrites
nothing.

## Why

In Keras 2 the argument was kept in the model: dropout that samples in `predict`, a base whose BatchNormalization keeps
its statistics in `fit`. Keras 3 calls every layer of a functional model with the `training` of the model.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py

## Numbers

They differ. `predict` drops nothing of 450 values with `Dropout(0.5)(x, training=True)`, and `base(x, training=False)`
moves the statistics of its BatchNormalization in `fit` (Keras 3.15.1); Keras 2.3.1 and `tf.keras` 1.15 drop.

## What it leaves to you

To call the layer in a layer of your own: `class Sampled(Layer)` with `call`, which passes `training=True`. A base that
the file freezes and never thaws is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.provenance import place
from codemods.analysis.symbolic import takes_symbolic
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, Undecided, rule

_SYMBOL = "keras.layers.Layer.__call__"
_KEYWORD = "training"


@rule(
    "TFM167",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Dropout, Input
    from keras.layers.core import Activation
    from keras.models import Model

    inputs = Input(shape=(4,))
    sampled = Dropout(0.5)(inputs, training=True)
    model = Model(inputs, Dense(1)(sampled))
    """,
)
def given_training(file: File) -> Iterator[Manual | Undecided]:
    """Report literal values; a variable may be None, which means the same as before."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not file.imports_family():
        return
    for call in file.calls:
        given = keyword(call, _KEYWORD)
        value = literal(given.value) if given is not None else None
        if given is None or value not in (True, False) or file.reference(call.func) is not None:
            continue
        if not takes_symbolic(file, call) or (not value and _stays_frozen(file, call.func)):
            continue
        if line is None:
            yield Undecided(given, f"{_KEYWORD}={file.code(given.value)}", "keras==2.3")
        else:
            said = f"a functional model of Keras 3 passes its own {_KEYWORD}= over this one"
            advice = f"call the layer in the call() of a layer of your own, with {_KEYWORD}={file.code(given.value)}"
            yield Manual(given, f"{_SYMBOL}({_KEYWORD}=)", said, advice)


def _stays_frozen(file: File, model: cst.BaseExpression) -> bool:
    """True if the file freezes a model, and never thaws it: its statistics do not move anyway."""
    if not isinstance(model, cst.Name | cst.Attribute):
        return False
    where, values = place(file, model), []
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        is_flag = isinstance(node, cst.Attribute) and node.attr.value == "trainable"
        if is_flag and isinstance(node, cst.Attribute) and place(file, node.value) == where:
            values.append(literal(statement.value) if isinstance(statement, cst.Assign) else None)
    return bool(values) and all(value is False for value in values)
