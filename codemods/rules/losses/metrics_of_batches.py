"""Note metrics that are one number for a batch: Keras 2.2 weighed them by the sizes of the batches.

## What it does

A note, once in a file of standalone Keras that may be for 2.2 or earlier, where `metrics=` has a function of the
project that returns one number for the whole batch: a Dice coefficient, precision, `K.mean(...)` of all.

## Why

Up to 2.2 Keras weighed each number by the size of its batch. Since 2.3 it takes the plain mean of the batches, in
`history`, in `evaluate` and in `val_*`. Where the last batch is smaller they differ, and so may the epoch that
`ModelCheckpoint(monitor="val_dice_coef")` or `EarlyStopping` chooses.
https://github.com/keras-team/keras/blob/2.2.4/keras/engine/training_arrays.py

## Numbers

They can differ. A Dice coefficient over batches of 32 and 3 rows is 0.1135 in Keras 2.2.4, and 0.4116 in Keras 2.3.1
and 3.15.1 (`tests/codemods/rules/losses/test_metrics_of_batches.py`).

## What it leaves to you

A batch size that divides the data, or numbers that are compared with those of one release alone. Functions of which
the file does not show that they return one number are not noted.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.releases.eras import used_distributions
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.whole_batch_functions import METRICS, functions_of_whole_batches
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_PLAIN_MEAN = (2, 3)
_ADVICE = "let the batch size divide the data, or compare numbers of one release alone"


@rule(
    "TFM422",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.layers.core import Dense
    from keras.models import Sequential

    def dice_coef(y_true, y_pred, smooth=1.0):
        both = K.sum(y_true * y_pred)
        return (2.0 * both + smooth) / (K.sum(y_true) + K.sum(y_pred) + smooth)

    model = Sequential([Dense(1, activation="sigmoid")])
    model.compile("sgd", "binary_crossentropy", metrics=[dice_coef])
    """,
    severity=Severity.NUMBERS,
)
def metrics_of_batches(file: File) -> Iterator[Manual]:
    """One note for the first `compile` that has such a metric."""
    if not file.target.is_modern or not _may_be_of_keras_2_2(file):
        return
    for called in training_calls(file):
        names = functions_of_whole_batches(file, called, *METRICS)
        if names:
            said = f"Keras 2.2 weighed {' and '.join(names)} by the sizes of the batches, Keras 3 does not"
            yield Manual(called.call, f"{called.path}(metrics=)", said, _ADVICE, is_note=True)
            return


def _may_be_of_keras_2_2(file: File) -> bool:
    """True for standalone Keras of which nothing rules out the releases before 2.3."""
    line = written_for(file).keras
    is_standalone = line is KerasLine.STANDALONE or (line is None and "keras" in used_distributions(file))
    return is_standalone and any(minor_version(each) < _PLAIN_MEAN for each in legacy_releases(file, "keras"))
