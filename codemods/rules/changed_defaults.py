"""Write out defaults that Keras 3 changed, so that the numbers stay those of Keras 2.

## What it does

Adds the Keras 2 value to calls that relied on it: learning rates of Adagrad, Adadelta, Adamax and Nadam,
`GRU(reset_after=)`, `ConvLSTM2D(recurrent_activation=)`, `l1_l2`, and the pool size that Keras 3 wants to be given.

## Why

`Adadelta()` trained at a rate of 1.0 and trains at 0.001 in Keras 3, without a word.
https://github.com/keras-team/keras/tree/2.3.1/keras

## Numbers

They can differ. The values are those of Keras 2.3.1 (`compat/tables/behaviour/changed_defaults.py`), and with them the
shims train as 2.3.1 did, to 1e-5 in losses (`tests/compat/shims/keras/test_keras231.py`). But `hard_sigmoid`, the
default of `ConvLSTM2D`, is another function in Keras 3: `relu6(x + 3) / 6`, where it was `0.2 * x + 0.5`, clipped.

## What it leaves to you

Files that show no other sign of Keras 2: they may be written for Keras 3 already. Values of Keras 2.2.4 where they
differ from 2.3.1, such as `recurrent_activation="hard_sigmoid"` in `LSTM` and `GRU`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.rows import REQUIRED, ChangedDefault

_LEGACY_SPELLINGS = {"learning_rate": "lr"}


@rule(
    "TFM112",
    example="""
    from keras.layers.recurrent import GRU

    layer = GRU(32)
    """,
)
def changed_defaults(file: File) -> Iterator[Edit | Manual]:
    """Only in files that other rules have shown to be of Keras 2, except for arguments that Keras 3 requires."""
    for row in CHANGED_DEFAULTS:
        if row.modern is not REQUIRED and not file.legacy:
            continue
        for reference in file.references(row.symbol):
            call = file.call_of(reference)
            if call is None or reference.spelling.shimmed or reference.spelling.root != "keras" or _is_given(call, row):
                continue
            short = row.symbol.rpartition(".")[2]
            arg = named(cst.Arg(cst.parse_expression(repr(row.legacy))), row.keyword)
            said = f"{short}() defaulted to {row.keyword}={row.legacy!r} in Keras 2, which is now written out"
            yield Edit(call, said, ((call, with_args(call, [*call.args, arg])),))


def _is_given(call: cst.Call, row: ChangedDefault) -> bool:
    if any(arg.star for arg in call.args):
        return True
    if keyword(call, row.keyword) or keyword(call, _LEGACY_SPELLINGS.get(row.keyword, row.keyword)):
        return True
    positional = [arg for arg in call.args if arg.keyword is None]
    first = row.keyword in ("learning_rate", "pool_size", "l1")
    return bool(positional) if first else row.keyword == "l2" and len(positional) > 1
