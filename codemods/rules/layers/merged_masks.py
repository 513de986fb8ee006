"""Say that layers which merge masked sequences treat the masks otherwise.

## What it does

Notes the first `Add`, `Concatenate`, `Multiply`, ... of a file with masks: a `Masking` layer, or an `Embedding` with
`mask_zero=True`. It rewrites nothing.

## Why

Keras 2 let a step pass only if no mask had left it out, and passed the mask of one masked input on. In Keras 3 a step
passes if any of the masks lets it pass, and an input without a mask has all steps. `Add` and its like also leave masked
numbers out of what they compute.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/merge.py

## Numbers

They can differ, if a layer behind takes masks: the probes `layers masked: Add() before SimpleRNN(2)` of
`tests/behaviour/catalogue/layers_merge.py` give 0.866, and 0.216.

## What it leaves to you

To see whether a mask reaches the merging layer: a recurrent layer without `return_sequences` ends it. Layers of the
shims are left out, which merge masks as Keras 2 did.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import since
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import MERGING, has_masks
from codemods.releases.origin import KerasLine
from codemods.source.file import File, Reference
from codemods.types import Manual, Severity, Stage, Undecided, rule

_SAID = (
    "merging layers of Keras 2 masked a step if one of the inputs did; those of Keras 3 only if all inputs do, "
    "and leave masked numbers out"
)
_ADVICE = "nothing if no mask reaches this layer, or none of the layers behind it takes masks; else give those a mask="


@rule(
    "TFM129",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.layers import Concatenate, Embedding

    words = Embedding(100, 8, mask_zero=True)
    merged = Concatenate()([words(a), words(b)])
    """,
    severity=Severity.NUMBERS,
)
def merged_masks(file: File) -> Iterator[Manual | Undecided]:
    """Note the first merging layer."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not since(file.target, "keras 3.0"):
        return
    first = next((each for each in file.references(*MERGING) if _is_called(file, each)), None)
    if first is None or not has_masks(file):
        return
    if line is None:
        yield Undecided(first.node, f"{first.canonical} of masked inputs", "keras==2.3")
    else:
        yield Manual(first.node, first.canonical, _SAID, _ADVICE, is_note=True)


def _is_called(file: File, reference: Reference) -> bool:
    """True for a call; layers of the shims merge masks as those of Keras 2 did."""
    return file.call_of(reference) is not None and not reference.spelling.shimmed
