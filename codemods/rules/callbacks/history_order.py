"""Report keys of a history that are taken by their place.

## What it does

Looks for `list(history.history.keys())[0]` and the like. It rewrites nothing.

## Why

A history of Keras 2 had `val_loss` first, then the metrics of the validation, `loss`, and the metrics. In Keras 3 the
keys are in the order of the alphabet, those of the validation last: another key is in the place.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/trainer.py

## Numbers

They can differ: the values of another key are taken (`tests/behaviour/catalogue/fitting.py`).

## What it leaves to you

To ask for the keys by name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_VIEWS = ("keys", "values", "items")


@rule(
    "TFM254",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, input_dim=8)])
    model.compile("adam", "mse", metrics=["mae"])
    history = model.fit(x, y, validation_split=0.1)
    losses = list(history.history.values())[0]
    """,
    severity=Severity.NUMBERS,
)
def history_order(file: File) -> Iterator[Manual]:
    """Report a number in brackets behind a list of what a history holds."""
    if not file.target.is_modern or not file.reaches_family() or written_for(file).keras in (None, KerasLine.KERAS_3):
        return
    for subscript in file.every(cst.Subscript):
        index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        is_place = isinstance(index, cst.Slice) or (
            isinstance(index, cst.Index) and isinstance(literal(index.value), int)
        )
        history = _listed(file, subscript.value)
        if is_place and history is not None:
            yield Manual(
                subscript,
                "keras.callbacks.History.history",
                "the keys of a history are in another order in Keras 3: those of the alphabet, then the validation's",
                f"ask for the key by its name, such as {file.code(history)}['loss']",
            )


def _listed(file: File, node: cst.BaseExpression) -> cst.Attribute | None:
    """`h.history` of `list(h.history)`, or of what a name holds that is this."""
    value = value_of(file, node)
    if isinstance(value, cst.List) and len(value.elements) == 1 and isinstance(value.elements[0], cst.StarredElement):
        return _history(value.elements[0].value)
    if isinstance(value, cst.Call) and file.is_builtin(value.func, "list", "tuple") and len(value.args) == 1:
        return _history(value.args[0].value)
    return None


def _history(node: cst.BaseExpression) -> cst.Attribute | None:
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _VIEWS:
        node = node.func.value
    return node if isinstance(node, cst.Attribute) and node.attr.value == "history" else None
