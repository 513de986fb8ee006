"""Report losses of which Keras 3 takes another mean: penalties on outputs, and losses over masked time steps.

## What it does

Reports `activity_regularizer=` of a layer and `ActivityRegularization`; and what makes a mask,
`Embedding(mask_zero=True)` or `Masking`, in a file whose models give out time steps.

## Why

Standalone Keras 2 added up the penalty on outputs over all rows of a batch. Keras 3 divides the sum by their number, as
`tf.keras` has done since TensorFlow 1.13.
Keras 2.3, and `tf.keras` up to TensorFlow 2.10, set the loss of a masked step to zero and took the mean over all steps.
Keras 3 takes that over the steps that are not masked: with half of them masked, the loss and the steps of the
optimizer are twice as large.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

## Numbers

They can differ. With `l2(0.1)` on four rows of two outputs the loss of Keras 2.3.1 is 1.171, now 0.864. The mse of
three sequences of 4, 2 and 1 of 4 steps is 0.376 in Keras 2.3.1 and 0.645 in Keras 3; on the shims it is that of 2.3.1
(`tests/behaviour`).

## What it leaves to you

To multiply the factor of a penalty by the batch size, which keeps the numbers of all full batches. For masks, to choose
the learning rate anew, or to train on the shims.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import known_calls
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Undecided, rule

_PENALTY, _KEYWORD = "keras.layers.ActivityRegularization", "activity_regularizer"
_EMBEDDING, _MASKING = "keras.layers.Embedding", "keras.layers.Masking"
_OF_STEPS = "keras.layers.TimeDistributed"
_EXAMPLE = "keras==2.3"


@rule(
    "TFM157",
    example="""
    from keras.layers.core import Dense

    layer = Dense(8, activity_regularizer="l1")
    """,
)
def loss_means(file: File) -> Iterator[Manual | Undecided]:
    """Report each penalty of standalone Keras 2, and each mask where a layer for single steps shows that it matters."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    for at, symbol in _penalties(file) if line in (KerasLine.STANDALONE, None) else ():
        if line is None:
            yield Undecided(at, f"{_KEYWORD}=", _EXAMPLE)
        else:
            said = "Keras 2 added up the penalty on the outputs of all rows, Keras 3 divides the sum by their number"
            yield Manual(at, symbol, said, "multiply the factor by the batch size, to keep the numbers of full batches")
    for call, symbol in _masks(file):
        if line is None:
            yield Undecided(call, "a mask over time steps", _EXAMPLE)
        else:
            said = "Keras 2.3 averaged the loss over all time steps, Keras 3 leaves masked ones out: the loss is larger"
            yield Manual(call, symbol, said, "choose the learning rate anew, or use --to compat")


def _penalties(file: File) -> Iterator[tuple[cst.CSTNode, str]]:
    for reference in file.references(_PENALTY):
        call = file.call_of(reference)
        if call is not None and reference.spelling.root == "keras":
            yield call, _PENALTY
    for called in known_calls(file):
        found = file.reference(called.call.func)
        if not called.canonical.startswith("keras.layers.") or found is None or found.spelling.root != "keras":
            continue
        arg = called.argument(_KEYWORD)
        if arg is not None and literal(arg.value) is not None:
            yield arg, f"{called.canonical}({_KEYWORD}=)"


def _masks(file: File) -> Iterator[tuple[cst.Call, str]]:
    if all(each.spelling.shimmed for each in file.references(_OF_STEPS)):
        return
    for reference in file.references(_EMBEDDING, _MASKING):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        given = keyword(call, "mask_zero")
        if reference.canonical == _MASKING or (given is not None and literal(given.value) not in (False, None)):
            yield call, reference.canonical
