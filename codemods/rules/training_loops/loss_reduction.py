"""Name the reduction of a Keras loss as Keras 3 does.

## What it does

`tf.keras.losses.Reduction.AUTO` and `reduction="auto"` become `"sum_over_batch_size"`. The other names of
`keras.losses.Reduction` become their text in code that imports `keras` itself.

## Why

Keras 3 raises ValueError for `auto`, and `keras.losses` has no `Reduction`. `tf.keras.losses.Reduction` still has it.
https://keras.io/api/losses/

## Numbers

Same. `auto` was the sum over the batch size wherever it did not raise (`tests/compat/tables/test_loss_reduction.py`).
In a loop of your own under a strategy it raised ValueError in TensorFlow 2.0 to 2.15; Keras 3 takes the mean on each
replica and divides it by the number of replicas. What such a loop divides itself is then divided twice.

## What it leaves to you

Reductions that are computed at run time.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, rule

_LOSSES = "keras.losses."
_AUTO = "auto"
_MEAN = "sum_over_batch_size"
_NAMES = {"AUTO": _MEAN, "NONE": "none", "SUM": "sum", "SUM_OVER_BATCH_SIZE": _MEAN}


@rule(
    "TFM184",
    example="""
    import tensorflow as tf

    loss_object = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.AUTO)
    """,
)
def loss_reduction(file: File) -> Iterator[Edit]:
    """Write the text where the name is gone, or has a value that is refused."""
    for name, text in _NAMES.items():
        for reference in file.references(f"{_LOSSES}Reduction.{name}"):
            if not reference.spelling.shimmed and (name == "AUTO" or reference.qualified.startswith("keras.")):
                said = f"{file.code(reference.node)} is now {text!r}"
                yield Edit(reference.node, said, ((reference.node, cst.SimpleString(f'"{text}"')),))
    for called in known_calls(file):
        arg = called.argument("reduction") if called.canonical.startswith(_LOSSES) else None
        if arg is not None and isinstance(arg.value, cst.SimpleString) and literal(arg.value) == _AUTO:
            new = arg.value.with_changes(value=arg.value.value.replace(_AUTO, _MEAN))
            yield Edit(arg, f"reduction={_AUTO!r} is now {_MEAN!r}", ((arg.value, new),))
