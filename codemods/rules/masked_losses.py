"""Report losses over masked time steps, which Keras 3 averages over the other steps only.

## What it does

Reports what makes a mask, `Embedding(mask_zero=True)` or `Masking`, in a file whose models give out time steps.

## Why

Keras 2.3 and `tf.keras` up to TensorFlow 2.10 set the loss of a masked step to zero and took the mean over all steps.
Keras 3 takes the mean over the steps that are not masked, as Keras 2.2 did: with half of them masked, the loss and
the steps of the optimizer are twice as large.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

## Numbers

They can differ. The mse of three sequences of 4, 2 and 1 of 4 steps is 0.376 in Keras 2.3.1 and 0.645 in Keras 3. On
the shims it is that of 2.3.1.

## What it leaves to you

To choose the learning rate anew, or to train on the shims.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Undecided, rule

_EMBEDDING, _MASKING = "keras.layers.Embedding", "keras.layers.Masking"
_OF_STEPS = "keras.layers.TimeDistributed"


@rule(
    "TFM158",
    example="""
    from keras.layers.core import Dense
    from keras.layers import Embedding, LSTM, TimeDistributed
    from keras.models import Sequential

    model = Sequential()
    model.add(Embedding(1000, 32, mask_zero=True))
    model.add(LSTM(32, return_sequences=True))
    model.add(TimeDistributed(Dense(5, activation="softmax")))
    model.compile(optimizer="sgd", loss="categorical_crossentropy")
    """,
)
def masked_losses(file: File) -> Iterator[Manual | Undecided]:
    """Report each mask where a layer for single steps shows that outputs have steps."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not any(not each.spelling.shimmed for each in file.references(_OF_STEPS)):
        return
    for reference in file.references(_EMBEDDING, _MASKING):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        given = keyword(call, "mask_zero")
        if reference.canonical == _EMBEDDING and (given is None or literal(given.value) in (False, None)):
            continue
        if line is None:
            yield Undecided(call, "a mask over time steps", "keras==2.3")
        else:
            said = "Keras 2.3 averaged the loss over all time steps, Keras 3 leaves masked ones out: the loss is larger"
            yield Manual(call, reference.canonical, said, "choose the learning rate anew, or use --to compat")
