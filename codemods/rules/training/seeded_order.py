"""Report seeds of TensorFlow beside `fit` on arrays: Keras 3 takes the rows in the same order in each epoch.

## What it does

Looks for `tf.set_random_seed(7)`, `tf.random.set_seed(7)` and `keras.utils.set_random_seed(7)` in a file that trains on
arrays with `fit(x, y)`. It rewrites nothing.

## Why

Keras 2 took the rows in another order in each epoch, with and without a seed. Keras 3 asks TensorFlow for the order
anew in each epoch, and where TensorFlow's generator has a seed, the answer is the same each time: all epochs, and all
calls of `fit`, see the same batches in the same order.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/trainers/data_adapters/array_data_adapter.py
https://github.com/tensorflow/tensorflow/issues/35682

## Numbers

They can differ: the order of eight rows in three epochs, measured, is in
`tests/codemods/rules/training/test_seeded_order.py`.

## What it leaves to you

To leave the seed out, or to give `fit` a shuffled dataset. `random.seed(7)` determines the first weights and dropout,
see TFM318. A file that nothing dates gets a note; `fit(shuffle=False)` and a single epoch are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.seeding_calls import OF_ALL, TENSORFLOW, seeding_calls
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.objects.evidence import has_native_keras
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule


@rule(
    "TFM319",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    tf.set_random_seed(7)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=10)
    """,
    severity=Severity.NUMBERS,
)
def seeded_order(file: File) -> Iterator[Manual | Undecided]:
    """Report the first seed if a call trains on arrays, and shuffles."""
    line = written_for(file).keras
    if not file.target.is_modern or file.asks_for_keras_2 or line is KerasLine.KERAS_3:
        return
    seedings = seeding_calls(file, TENSORFLOW if line is None else TENSORFLOW | OF_ALL)
    if not seedings or not has_native_keras(file):
        return
    shuffled = next((each for each in training_calls(file) if _shuffles_rows(each) and _repeats(file, each)), None)
    if shuffled is not None and line is None:
        yield Undecided(seedings[0].call, seedings[0].symbol, "tensorflow==2.15")
    elif shuffled is not None:
        yield Manual(
            seedings[0].call,
            seedings[0].symbol,
            "with a seed of TensorFlow, fit of Keras 3 takes the rows of arrays in the same order in each epoch",
            "leave it out, and call random.seed(seed) for the first weights; or give fit a shuffled tf.data.Dataset",
            culprit=shuffled.call,
        )


def _shuffles_rows(called: Called) -> bool:
    """True for `fit(x, y)`: generators and datasets come without targets."""
    shuffle, steps = called.argument("shuffle"), called.argument("steps_per_epoch")
    is_fit = called.canonical.endswith(".fit") and called.argument("y") is not None
    return is_fit and steps is None and (shuffle is None or literal(shuffle.value) is not False)


def _repeats(file: File, called: Called) -> bool:
    """True unless the call makes one epoch, and is made once."""
    epochs = called.argument("epochs")
    is_one = epochs is None or literal(epochs.value) == 1
    around = (cst.For, cst.While, cst.FunctionDef)
    return not is_one or any(isinstance(each, around) for each in file.ancestors(called.call))
