"""Write out defaults that the shims do not have, because the releases of Keras 2 had different ones.

## What it does

With `--to compat`, `LSTM(32)` of a file for Keras 2.2, or of `tf.keras` in TensorFlow 1, becomes
`LSTM(32, recurrent_activation='hard_sigmoid')`, and `tf.keras.layers.GRU(32)` of TensorFlow 1 gets
`reset_after=False`, too.

## Why

The shims of `keras` have the defaults of Keras 2.3, those of `tf.keras` the ones of TensorFlow 2. Another default is
another network, without a word.
https://github.com/keras-team/keras/releases/tag/2.3.0

## Numbers

Same: the shims compute `hard_sigmoid` as Keras 2 did (`tests/compat/shims/keras/test_layers.py`).

## What it leaves to you

Files that do not show for which release they were written: a note asks for `--from`, or a finding where only the
release of a Keras is open. What `getattr(layers, name)` may be, if not all of it had the same default.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.rules.arguments.changed_defaults import is_given, missing_default, of_looked_up
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS, EARLIER_DEFAULTS, TENSORFLOW_2_DEFAULTS
from compat.tables.rows import ChangedDefault


@rule(
    "TFM256",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from compat.tensorflow.keras.layers import LSTM

    tf.gfile.MakeDirs("logs")
    layer = LSTM(32)
    """,
    severity=Severity.NUMBERS,
)
def defaults_on_shims(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit calls on the shims where the file was written for releases with another default than theirs."""
    yield from of_looked_up(
        file, lambda row, reference: reference.spelling.shimmed and is_changed_on_shims(row, reference), is_edited=True
    )
    for row in (*CHANGED_DEFAULTS, *EARLIER_DEFAULTS):
        for reference in file.references(row.symbol):
            call = file.call_of(reference)
            if call is None or not reference.spelling.shimmed or is_given(file, call, row):
                continue
            if is_changed_on_shims(row, reference):
                yield from missing_default(file, call, row, reference)


def is_changed_on_shims(row: ChangedDefault, reference: Reference) -> bool:
    """True if the shims have another default than the row's."""
    return row in EARLIER_DEFAULTS or (reference.spelling.root != "keras" and row in TENSORFLOW_2_DEFAULTS)
