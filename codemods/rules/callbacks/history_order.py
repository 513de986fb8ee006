"""Report keys of a history that are taken by their place.

## What it does

Looks for `list(history.history.keys())[0]`, `next(iter(history.history))`, `loss, acc = history.history.values()` and
the like, also of the `logs` of a callback. It rewrites nothing.

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
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
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
    """Report a number in brackets behind a list of what a history holds, the first of it, and names for all of it."""
    if not file.target.is_modern or not file.reaches_family() or written_for(file).keras in (None, KerasLine.KERAS_3):
        return
    for node, history in (*_in_brackets(file), *_first_ones(file), *_unpacked(file)):
        yield Manual(
            node,
            "keras.callbacks.History.history",
            "the keys of a history are in another order in Keras 3: those of the alphabet, then the validation's",
            f"ask for the key by its name, such as {file.code(history)}['loss']",
        )


def _in_brackets(file: File) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """`list(h.history)[0]`, with the history."""
    for subscript in file.every(cst.Subscript):
        index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        is_place = isinstance(index, cst.Slice) or (
            isinstance(index, cst.Index) and isinstance(literal(index.value), int)
        )
        history = _listed(file, subscript.value)
        if is_place and history is not None:
            yield subscript, history


def _first_ones(file: File) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """`next(iter(h.history))`."""
    for call in file.calls:
        if file.is_builtin(call.func, "next") and call.args:
            made = call.args[0].value
            if isinstance(made, cst.Call) and file.is_builtin(made.func, "iter") and len(made.args) == 1:
                history = _history(file, made.args[0].value)
                if history is not None:
                    yield call, history


def _unpacked(file: File) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """`loss, accuracy = h.history.values()`."""
    for assign in file.every(cst.Assign):
        targets = assign.targets[0].target
        if len(assign.targets) == 1 and isinstance(targets, cst.Tuple | cst.List) and len(targets.elements) > 1:
            history = _listed(file, assign.value) or _history(file, assign.value)
            if history is not None:
                yield assign.value, history


def _listed(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """`h.history` of `list(h.history)`, or of what a name holds that is this."""
    value = value_of(file, node)
    if isinstance(value, cst.List) and len(value.elements) == 1 and isinstance(value.elements[0], cst.StarredElement):
        return _history(file, value.elements[0].value)
    if isinstance(value, cst.Call) and file.is_builtin(value.func, "list", "tuple") and len(value.args) == 1:
        return _history(file, value.args[0].value)
    return None


def _history(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The history, or the logs, of which all keys or values are taken."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _VIEWS:
        node = node.func.value
    if isinstance(node, cst.Attribute):
        return node if node.attr.value == "history" else None
    is_logs = isinstance(node, cst.Name) and evidence(file, node, Kind.LOGS) is Evidence.CERTAIN
    return node if is_logs else None
