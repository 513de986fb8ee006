"""Report batch normalization of masked sequences, which leaves the masked steps out today.

## What it does

Reports `BatchNormalization` layers that a mask reaches, of a `Masking` layer or an `Embedding` with `mask_zero=True`.
It rewrites nothing.

## Why

The layer took the mean and the variance of all steps, masked or not, before TensorFlow 2.12; since then, and in
Keras 3, of the steps that no mask leaves out. It hands the mask on in either.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/normalization/batch_normalization.py

## Numbers

They can differ: of two sequences of four steps, three of them masked, the moving mean was 0.019 after a step, and is
0.03 (`tests/codemods/rules/layers/test_masked_moments.py`). No error, and no warning.

## What it leaves to you

The class that the finding describes: with no mask in its `call` it has the legacy numbers. Layers of the shims have
them. Where the file does not show each layer between the mask and the normalization, it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks
from codemods.analysis.tensors.masked_tensors import called_layer, gets_mask, has_mask
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.masked_moments import FIRST_WITH_MASKED_MOMENTS

_LAYER = "keras.layers.BatchNormalization"
_SYMBOL = f"{_LAYER} of masked steps"
_SAID = "BatchNormalization leaves masked steps out of its statistics today, and took all steps before"
_EXAMPLE = "tensorflow==2.10"
_ADVICE = "derive a class whose call(self, inputs, training=None) gives super().call no mask, or train it anew"


@rule(
    "TFM365",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import BatchNormalization, Dense, Masking
    from keras.layers.core import Dropout
    from keras.models import Sequential

    model = Sequential([Masking(0.0, input_shape=(4, 1)), Dense(8), BatchNormalization()])
    """,
    severity=Severity.NUMBERS,
)
def masked_moments(file: File) -> Iterator[Manual | Undecided]:
    """Look at the layers that are called, and at those that a `Sequential` holds."""
    if written_for(file).keras is KerasLine.KERAS_3 or not since(file.target, "keras 3.0"):
        return
    if not file.references(_LAYER) or not has_masks(file):
        return
    if is_since(file, FIRST_WITH_MASKED_MOMENTS, FIRST_WITH_MASKED_MOMENTS):
        return
    for node in _masked(file):
        if is_before(file, FIRST_WITH_MASKED_MOMENTS):
            yield Manual(node, _SYMBOL, _SAID, _ADVICE)
        else:
            yield Undecided(node, _SYMBOL, _EXAMPLE, _SAID, _ADVICE)


def _masked(file: File) -> Iterator[cst.Call]:
    for call in file.calls:
        layer = called_layer(file, call)
        is_called = layer is not None and _is_native(file, layer) and bool(call.args)
        if (is_called and has_mask(file, call.args[0].value)) or (_is_native(file, call) and gets_mask(file, call)):
            yield call


def _is_native(file: File, layer: cst.Call) -> bool:
    reference = file.reference(layer.func)
    return reference is not None and reference.canonical == _LAYER and not reference.spelling.shimmed
