"""Report layers that are frozen or thawed after `compile`, which Keras 2 passed over.

## What it does

Looks for `model.compile(...)`, then `model.layers[0].trainable = False` or a loop that sets `trainable`, then
`model.fit(...)`, with no `compile` after it. It rewrites nothing.

## Why

In Keras 2 `compile` notes what is trainable: the layers went on training, with a warning at most. Keras 3 looks at
`trainable` when the model first trains.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

## Numbers

They can differ: a layer that was frozen too late trained in Keras 2 (weights of 0.8 after a step in Keras 2.3.1) and
does not in Keras 3 (1.0); see `tests/behaviour/catalogue/compiling.py`.

## What it leaves to you

To decide what was meant. Nothing in a file on the shims, whose models train what was trainable as they were compiled.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.layers.model_layers import is_layer_of_model, model_of_layer
from codemods.analysis.models.compile_order import TRAINING, calls_on, is_compiled_before, runs_before
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SYMBOL = "keras.layers.Layer.trainable"


@rule(
    "TFM165",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(3, input_dim=8), Dense(1)])
    model.compile("adam", "mse")
    for layer in model.layers[:-1]:
        layer.trainable = False
    model.fit(x, y)
    """,
    severity=Severity.NUMBERS,
)
def layers_frozen_after_compile(file: File) -> Iterator[Manual]:
    """Report if the model is compiled before, trains after, and is not compiled in between or after."""
    if not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3 or has_models_of_shims(file):
        return
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        if not isinstance(node, cst.Attribute) or node.attr.value != "trainable":
            continue
        if not isinstance(statement, cst.Assign) or literal(statement.value) not in (True, False):
            continue
        model = model_of_layer(file, node.value)
        if model is not None and is_layer_of_model(file, node.value) and _comes_too_late(file, target, model):
            yield Manual(
                target,
                _SYMBOL,
                f"Keras 2 trained what was trainable when {file.code(model)} was compiled; Keras 3 looks as it trains",
                f"set trainable before {file.code(model)}.compile(), or leave it out to train as before",
            )


def _comes_too_late(file: File, target: cst.AssignTarget, model: cst.BaseExpression) -> bool:
    trained = [call for call in calls_on(file, place(file, model)) if method_of(call) in TRAINING]
    return is_compiled_before(file, target, model) and any(runs_before(file, target, call) for call in trained)
