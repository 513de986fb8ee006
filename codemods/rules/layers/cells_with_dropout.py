"""Report recurrent cells with dropout that a class calls itself: Keras 3 keeps their mask for other graphs.

## What it does

Reports `self.cell(inputs, states)` in the `call` of a layer or a model, if the cell was made with `dropout=` or
`recurrent_dropout=` and the file never resets its mask.

## Why

A cell draws its mask once, for all steps of a sequence. Keras 2 drew one for each graph; Keras 3 keeps the one of the
first graph, in which `fit` builds the model, and fails in the next: "cannot be accessed from FuncGraph".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/rnn/dropout_rnn_cell.py

## Numbers

No numbers involved.

## What it leaves to you

`self.cell.reset_dropout_mask()` and `self.cell.reset_recurrent_dropout_mask()` at the beginning of `call`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.objects.object_types import LAYER, Receiver, derived_from, origin_of
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_CELLS = tuple(f"keras.layers.{name}" for name in ("GRUCell", "LSTMCell", "SimpleRNNCell"))
_RATES = ("dropout", "recurrent_dropout")
_RESETS = frozenset({"reset_dropout_mask", "reset_recurrent_dropout_mask"})


@rule(
    "TFM315",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.cell = tf.keras.layers.GRUCell(8, dropout=0.5)

        def call(self, inputs, training=None):
            states = [tf.zeros([4, 8])]
            for step in tf.unstack(inputs, axis=1):
                outputs, states = self.cell(step, states, training=training)
            return outputs
    """,
)
def cells_with_dropout(file: File) -> Iterator[Manual]:
    """Report the first call of each cell in each class."""
    if not file.target.is_modern or any(node.attr.value in _RESETS for node in file.attributes):
        return
    seen: set[tuple[cst.ClassDef, str]] = set()
    for call in file.calls:
        cell = call.func
        owner = file.enclosing_class(call)
        if owner is None or not isinstance(cell, cst.Attribute) or not isinstance(cell.value, cst.Name):
            continue
        name = cell.attr.value
        if not is_self(file, cell.value) or (owner, name) in seen or not _is_layer(file, owner):
            continue
        origin = origin_of(file, cell)
        if isinstance(origin, Receiver) and any(map(origin.is_a, _CELLS)) and _drops(file, owner, name):
            seen.add((owner, name))
            said = f"Keras 3 keeps the dropout mask of {file.code(cell)} for other graphs, and fails there"
            advice = f"call {file.code(cell)}.reset_dropout_mask() and reset_recurrent_dropout_mask() first in call()"
            yield Manual(cell, f"{origin.path}.call", said, advice)


def _is_layer(file: File, owner: cst.ClassDef) -> bool:
    known = derived_from(file, owner)
    return known is not None and known.is_a(LAYER)


def _drops(file: File, owner: cst.ClassDef, name: str) -> bool:
    """True if a cell is made with a rate that is not visibly zero."""
    made = [each for each in assigned_to_self(file, owner, name) or [] if isinstance(each, cst.Call)]
    rates = [keyword(call, rate) for call in made for rate in _RATES]
    return any(arg is not None and literal(arg.value) not in (0, None) for arg in rates)
