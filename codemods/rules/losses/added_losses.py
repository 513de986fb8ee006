"""Report losses that are added to a layer from outside.

## What it does

Finds `layer.add_loss(...)` outside of classes: on an object that is made as a layer, on `model.layers[3]`, or in a loop
over `model.layers`. Losses of whole models are TFM236's. A note tells of a layer that adds a number for each row, such
as `K.ctc_batch_cost(...)`.

## Why

Keras 3 keeps what a layer adds while it is called, and clears it before each call: a tensor that is added to a layer
from outside is lost without a word. Of what a layer adds itself it reports the sum, where Keras 2 reported the mean.
https://keras.io/api/losses/#the-addloss-api

## Numbers

They can differ. `tests/codemods/rules/losses/test_added_losses.py` has what was run: with four weights of 1,
`layer.add_loss(l2(1.0)(layer.kernel))` adds 4.0 to the loss in Keras 2.3.1 on TensorFlow 1.15.5, and nothing in Keras
3.15.1 on TensorFlow 2.21. A layer that adds the sums of the squares of four rows trains to the same weights in
TensorFlow 2.4.4, 2.15.1 and 2.21; the losses that `fit` reports are 7.47 and 29.88.

## What it leaves to you

To add the loss in `call` of a layer. The penalty of a weight may be set on it: `layer.kernel.regularizer = l2(1e-4)`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.flow.self_attributes import is_self, only_value_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File, name_of
from codemods.source.method_calls import method_calls
from codemods.types import Manual, Stage, rule

_SYMBOL = "keras.layers.Layer.add_loss"
_OF_ROWS = frozenset(
    (
        "keras.backend.ctc_batch_cost",
        *(f"keras.losses.{name}" for name in ("binary_crossentropy", "categorical_crossentropy", "mean_squared_error")),
        *(f"keras.losses.{name}" for name in ("mean_absolute_error", "sparse_categorical_crossentropy")),
    )
)
"""Functions that give a number for each row."""
_DO = "add it in call(), or set the regularizer of the weight: layer.kernel.regularizer = ..."


@rule(
    "TFM209",
    stage=Stage.GONE,
    example="""
    from keras.applications import ResNet50
    from keras.regularizers import l2

    model = ResNet50()
    for layer in model.layers:
        layer.add_loss(l2(1e-4)(layer.kernel))
    """,
)
def added_losses(file: File) -> Iterator[Manual]:
    """Say of each call what becomes of it."""
    for call, receiver in method_calls(file, "add_loss"):
        if isinstance(receiver, cst.Name) and is_self(file, receiver) and goes_to_keras_3(file):
            yield from _of_rows(file, call)
        if file.symbol(call.func) is not None or _is_in_layer(file, call):
            continue
        if _is_layer(file, receiver):
            yield Manual(call, _SYMBOL, "Keras 3 ignores a loss that is added to a layer from outside", _DO)


def _is_in_layer(file: File, call: cst.Call) -> bool:
    """True within a class that derives from anything: it may be a layer that adds the losses of its parts."""
    owner = file.enclosing_class(call)
    return owner is not None and not all(file.is_builtin(base.value, "object") for base in owner.bases)


def _of_rows(file: File, call: cst.Call) -> Iterator[Manual]:
    """Note a loss of a layer that is visibly a number for each row."""
    added = call.args[0].value if len(call.args) == 1 else None
    value = last_value(file, added) if isinstance(added, cst.Name) else added
    if isinstance(value, cst.Call) and _function(file, value) in _OF_ROWS:
        said = "fit of Keras 3 reports the sum of what a layer adds for the rows of a batch, Keras 2 reported the mean"
        yield Manual(call, _SYMBOL, said, "divide what is printed by the rows; it trains as it did", is_note=True)


def _function(file: File, call: cst.Call) -> str:
    """What a call runs, also by an attribute of `self`: `self.loss_fn = keras.backend.ctc_batch_cost`."""
    value = only_value_of(file, call.func) if isinstance(call.func, cst.Attribute) else None
    return file.symbol(call.func) or (file.symbol(value) if value is not None else "") or ""


def _is_layer(file: File, receiver: cst.BaseExpression) -> bool:
    if _is_layers(receiver.value if isinstance(receiver, cst.Subscript) else receiver):
        return isinstance(receiver, cst.Subscript)
    if evidence(file, receiver, Kind.MODEL).is_enough:
        return False
    found = evidence(file, receiver, Kind.LAYER)
    return found.is_enough or (found is not Evidence.FOREIGN and _is_each_layer(file, receiver))


def _is_each_layer(file: File, receiver: cst.BaseExpression) -> bool:
    """True for the variable of `for layer in model.layers`."""
    return any(
        isinstance(above, cst.For) and name_of(above.target) == name_of(receiver) and _is_layers(above.iter)
        for above in file.ancestors(receiver)
    )


def _is_layers(node: cst.CSTNode) -> bool:
    """True for `model.layers` and a part of it."""
    if isinstance(node, cst.Subscript):
        return _is_layers(node.value)
    return isinstance(node, cst.Attribute) and node.attr.value == "layers"
