"""Report `set_weights` of a model with a `Normalization`, which goes on with the mean and variance that it had.

## What it does

Reports `set_weights` of a `Normalization` that finds its mean in data, of a model with one, and of an `EfficientNetB0`
to `B7`, which begins with one. It rewrites nothing.

## Why

`set_weights` of Keras 2 let each layer read its state again. Keras 3 sets the variables, and the layer computes on with
what it read before: with a mean of 0 and a variance of 1 in a new model. `load_weights` reads them again.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/preprocessing/normalization.py

## Numbers

They can differ: a new model normalizes nothing (`tests/codemods/rules/models/test_normalization_state.py`).

## What it leaves to you

Every reported call: behind it, call `finalize_state()` of the `Normalization` layers, which gives the numbers of
TensorFlow 2.10.1 and 2.15.1. Models that another module makes, or a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.models.sequential_layers import layers_of
from codemods.analysis.objects.provenance import leaves, place, steps_back
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_LAYER = "keras.layers.Normalization"
_EFFICIENT_NET = re.compile(r"keras\.applications\.(efficientnet\.)?EfficientNetB\d")
_SET, _READ, _AGAIN = "set_weights", "get_weights", "finalize_state"
_SAID = "a Normalization of Keras 3 does not read its mean and variance again after set_weights()"
_ADVICE = "call finalize_state() of the Normalization layers after it"
_NODES = 400
"""More expressions than make a model that people write down."""


@rule(
    "TFM387",
    stage=Stage.ADVICE,
    severity=Severity.NUMBERS,
    example="""
    from tensorflow.keras.applications import EfficientNetB0
    from tensorflow.keras.layers.experimental import preprocessing

    grey = EfficientNetB0(weights=None, input_shape=(224, 224, 3))
    grey.set_weights(EfficientNetB0().get_weights())
    """,
)
def normalization_state(file: File) -> Iterator[Manual]:
    """Leave models alone that get their own weights back, and files that have the layers read them."""
    if not goes_to_keras_3(file) or not _has_any(file) or any(method_of(each) == _AGAIN for each in file.calls):
        return
    for call in file.calls:
        if method_of(call) != _SET or not call.args or not isinstance(call.func, cst.Attribute):
            continue
        model = call.func.value
        if _normalizes(file, model) and not _is_own(file, model, call.args[0].value):
            yield Manual(call, f"keras.models.Model.{_SET}", _SAID, _ADVICE)


def _has_any(file: File) -> bool:
    names = (each.canonical for each in file.all_references())
    return any(name == _LAYER or _EFFICIENT_NET.fullmatch(name) for name in names)


def _normalizes(file: File, model: cst.BaseExpression) -> bool:
    """True if such a layer is among the expressions that the model is made of."""
    pending: list[tuple[cst.BaseExpression, int | None]] = [(model, None)]
    seen: set[object] = set()
    while pending and len(seen) < _NODES:
        node, part = pending.pop()
        if (place(file, node), part) in seen:
            continue
        seen.add((place(file, node), part))
        if isinstance(node, cst.Call) and _is_normalizing(file, node):
            return True
        steps = steps_back(file, node, part)
        if steps:
            pending += [(each.value, each.part) for each in steps]
        elif part is None:
            pending += [(each, None) for each in _parts(file, node)]
        pending += [(each, None) for each in layers_of(file, node) or ()] if isinstance(node, cst.Name) else []
    return False


def _parts(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The layer and the tensors of a call, the model of `base.output`, and the elements of a list."""
    if isinstance(node, cst.Call):
        return [*([] if file.reference(node.func) else [node.func]), *(arg.value for arg in node.args)]
    if isinstance(node, cst.Attribute):
        return [node.value]
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else []


def _is_normalizing(file: File, call: cst.Call) -> bool:
    """True for a layer that is not told its mean, and for a network that begins with one."""
    reference = file.reference(call.func)
    if reference is None or reference.spelling.shimmed:
        return False
    if reference.canonical == _LAYER:
        return keyword(call, "mean") is None and len(call.args) < 2  # noqa: PLR2004 - the axis, and the mean
    return _EFFICIENT_NET.fullmatch(reference.canonical) is not None


def _is_own(file: File, model: cst.BaseExpression, given: cst.BaseExpression) -> bool:
    """True if the weights are those of the model itself, of an earlier time."""
    values = leaves(file, given) or [given]
    reads = [each for value in values for each in nodes(value, cst.Call) if method_of(each) == _READ]
    owners = [each.func.value for each in reads if isinstance(each.func, cst.Attribute)]
    return bool(owners) and all(place(file, each) == place(file, model) for each in owners)
