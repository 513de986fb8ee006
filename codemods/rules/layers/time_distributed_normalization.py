"""Normalize all time steps together, as `TimeDistributed(BatchNormalization())` did in Keras 2.

## What it does

`TimeDistributed(BatchNormalization())` becomes `BatchNormalization()`, which takes the statistics of all steps.

## Why

Keras 2 put the steps into one batch. Keras 3 calls the layer once for each step: each step is normalized by its own
statistics, and the moving ones move once for each step.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/wrappers.py

## Numbers

Same: `tests/codemods/fixtures/time_distributed_normalization` has the weights of Keras 2.3.1, but for the moving
variance, which is an unbiased estimate there.

## What it leaves to you

Layers with an axis, a name or an input shape, sequences with masks, and files that do not show for which Keras they
were written: a finding asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, Undecided, rule

_WRAPPER, _LAYER = "keras.layers.TimeDistributed", "keras.layers.BatchNormalization"
_SAID = (
    "TimeDistributed normalized all time steps together; in Keras 3 each by itself, BatchNormalization alone does it"
)
_ADVICE = "leave TimeDistributed out: with axis=-1 the layer itself takes the statistics of all steps"


@rule(
    "TFM139",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.core import Dense
    from keras.layers import BatchNormalization, TimeDistributed

    layer = TimeDistributed(BatchNormalization())
    """,
)
def time_distributed_normalization(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Take the layer out of its wrapper where both have defaults that allow it."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not since(file.target, "keras 3.0"):
        return
    for reference in file.references(_WRAPPER):
        call = file.call_of(reference)
        inner = _normalization(file, call) if call is not None else None
        if call is None or inner is None or reference.spelling.is_of_legacy_keras:
            continue
        if line is None:
            yield Undecided(call, f"{_WRAPPER}(BatchNormalization())", "keras==2.3", _SAID, _ADVICE)
        elif len(call.args) > 1 or not _takes_last_axis(inner) or has_masks(file):
            yield Manual(call, f"{_WRAPPER}(BatchNormalization())", _SAID, _ADVICE)
        else:
            yield Edit(call, _SAID, ((call, inner),))


def _normalization(file: File, call: cst.Call) -> cst.Call | None:
    first = call.args[0] if call.args else None
    is_layer = first is not None and not first.star and (first.keyword is None or first.keyword.value == "layer")
    if first is None or not is_layer or not isinstance(first.value, cst.Call):
        return None
    return first.value if file.symbol(first.value.func) == _LAYER else None


def _takes_last_axis(call: cst.Call) -> bool:
    has_places = any(arg.keyword is None for arg in call.args)
    return not has_places and all(keyword(call, name) is None for name in ("axis", "input_shape"))
