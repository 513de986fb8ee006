"""Report penalties on outputs, which Keras 3 divides by the number of rows.

## What it does

Reports `activity_regularizer=` of a layer, and `ActivityRegularization`.

## Why

Standalone Keras 2 added up the penalty over all rows of a batch. Keras 3 divides the sum by their number, without a
word, as `tf.keras` has done since TensorFlow 1.13.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

## Numbers

They can differ. With `l2(0.1)` on four rows of two outputs the loss of Keras 2.3.1 is 1.171, now it is 0.864
(`tests/behaviour`).

## What it leaves to you

To multiply the factor by the batch size, which keeps the numbers of all full batches.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import known_calls
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Undecided, rule

_LAYER, _KEYWORD = "keras.layers.ActivityRegularization", "activity_regularizer"


@rule(
    "TFM157",
    example="""
    from keras.layers.core import Dense

    layer = Dense(8, activity_regularizer="l1")
    """,
)
def activity_penalties(file: File) -> Iterator[Manual | Undecided]:
    """Report each penalty in files that were written for standalone Keras 2."""
    line = written_for(file).keras
    if line not in (KerasLine.STANDALONE, None):
        return
    for at, symbol in _penalties(file):
        if line is None:
            yield Undecided(at, f"{_KEYWORD}=", "keras==2.3")
        else:
            said = "Keras 2 added up the penalty on the outputs of all rows, Keras 3 divides the sum by their number"
            yield Manual(at, symbol, said, "multiply the factor by the batch size, to keep the numbers of full batches")


def _penalties(file: File) -> Iterator[tuple[cst.CSTNode, str]]:
    for reference in file.references(_LAYER):
        call = file.call_of(reference)
        if call is not None and reference.spelling.root == "keras":
            yield call, _LAYER
    for called in known_calls(file):
        found = file.reference(called.call.func)
        if not called.canonical.startswith("keras.layers.") or found is None or found.spelling.root != "keras":
            continue
        arg = called.argument(_KEYWORD)
        if arg is not None and literal(arg.value) is not None:
            yield arg, f"{called.canonical}({_KEYWORD}=)"
