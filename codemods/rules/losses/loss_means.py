"""Report masks over time steps where the loss is that of steps: Keras 3 takes the mean over fewer of them.

## What it does

Reports what makes a mask, `Embedding(mask_zero=True)` or `Masking`, in a file whose models give out time steps.
A mask that surely ends in the model is left alone: behind it comes a recurrent layer that returns the last step alone,
or a pooling over all steps, or all models of the function end in a `Lambda`, as those that compute a CTC loss do.

## Why

Keras 2.3, and `tf.keras` up to TensorFlow 2.10, set the loss of a masked step to zero and took the mean over all steps.
Keras 3 takes that over the steps that are not masked: with half of them masked, the loss and the steps of the
optimizer are twice as large.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

## Numbers

They can differ. The mse of three sequences of 4, 2 and 1 of 4 steps is 0.376 in Keras 2.3.1 and 0.645 in Keras 3; on
the shims it is that of 2.3.1 (`tests/behaviour/catalogue/weighting.py`).

## What it leaves to you

To choose the learning rate anew, or to train on the shims.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.masked_tensors import called_layer, mask_ends, masks_output
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Undecided, rule
from compat.tables.names.makers import MODEL_CLASSES

_EMBEDDING, _MASKING = "keras.layers.Embedding", "keras.layers.Masking"
_LAMBDA = "keras.layers.Lambda"
_OF_STEPS = "keras.layers.TimeDistributed"
_EXAMPLE = "keras==2.3"
_SAID = "Keras 2.3 averaged the loss over all time steps, Keras 3 leaves masked ones out: the loss is larger"


@rule(
    "TFM157",
    example="""
    from keras.layers.core import Dense, Masking
    from keras.layers import TimeDistributed
    from keras.models import Sequential

    model = Sequential([Masking(input_shape=(8, 3)), TimeDistributed(Dense(2))])
    """,
    severity=Severity.NUMBERS,
)
def loss_means(file: File) -> Iterator[Manual | Undecided]:
    """Report each mask, where a layer for single steps or the end of a model shows that it matters."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    for call, symbol in _masks(file):
        if line is None:
            yield Undecided(call, "a mask over time steps", _EXAMPLE, _SAID, "choose the learning rate anew")
        else:
            yield Manual(call, symbol, _SAID, "choose the learning rate anew, or use --to compat")


def _ends_with_mask(file: File) -> bool:
    """True if the file shows that a mask comes with what a model returns."""
    made = (file.call_of(each) for each in file.references(*MODEL_CLASSES) if not each.spelling.shimmed)
    return any(call is not None and masks_output(file, call) for call in made)


def _ends_in_lambda(file: File, layer: cst.Call) -> bool:
    """True if all models that are made where a layer is return what a `Lambda` without a mask of its own makes."""
    made = [file.call_of(each) for each in file.references(*MODEL_CLASSES) if not each.spelling.shimmed]
    here = [each for each in made if each is not None and file.function(each) is file.function(layer)]
    return bool(here) and all(_is_of_lambda(file, each) for each in here)


def _is_of_lambda(file: File, made: cst.Call) -> bool:
    bound = bind(made, "inputs", "outputs", "name") or {}
    output = last_value(file, bound["outputs"].value) if "outputs" in bound else None
    made_by = called_layer(file, output) if isinstance(output, cst.Call) else None
    return made_by is not None and file.symbol(made_by.func) == _LAMBDA and keyword(made_by, "mask") is None


def _masks(file: File) -> Iterator[tuple[cst.Call, str]]:
    if all(each.spelling.shimmed for each in file.references(_OF_STEPS)) and not _ends_with_mask(file):
        return
    for reference in file.references(_EMBEDDING, _MASKING):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or mask_ends(file, call) or _ends_in_lambda(file, call):
            continue
        given = keyword(call, "mask_zero")
        if reference.canonical == _MASKING or (given is not None and literal(given.value) not in (False, None)):
            yield call, reference.canonical
