"""Save every few epochs, as `ModelCheckpoint(period=)` did.

## What it does

`ModelCheckpoint("model.h5", period=5)` takes the class from `compat.keras.callbacks`. Calls without `period=`, and
those with `period=1`, stay with the class of Keras.

## Why

Keras 3 raises TypeError for `period=`, and its `save_freq=` counts batches, which asks for the number of batches of an
epoch.
https://keras.io/api/callbacks/model_checkpoint/

## Numbers

Same: the files of the epochs that Keras 2.3.1 saved (`tests/compat/shims/keras/test_callbacks.py`).

## What it leaves to you

Classes that are derived from `ModelCheckpoint`, and arguments that the class of Keras 2.3 did not have.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.written_files import CHECKPOINT, CHECKPOINT_PARAMETERS, checkpoint_calls
from codemods.rewriting.named_modules import read_from_shims
from codemods.rewriting.shim_imports import imports_from
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_HOME = "compat.keras.callbacks"


@rule(
    "TFM264",
    stage=Stage.LATE,
    example="""
    from keras.callbacks import ModelCheckpoint
    from keras.models import Sequential

    model = Sequential()
    model.compile("sgd", "mse")
    model.fit(x, y, callbacks=[ModelCheckpoint("model-{epoch}.h5", period=5)])
    """,
)
def checkpoint_periods(file: File) -> Iterator[Edit | Manual]:
    """Take the class from the shims: where all calls have a period by its import, else call by call."""
    calls = [(call, bound, file.reference(call.func)) for call, bound in checkpoint_calls(file)]
    legacy = [each for each in calls if _has_period(each[1])]
    carried = [
        (call, reference)
        for call, bound, reference in legacy
        if reference is not None and reference.canonical == CHECKPOINT and bound.keys() <= set(CHECKPOINT_PARAMETERS)
    ]
    native = [reference for _, reference in carried if not reference.spelling.shimmed]
    if (
        native
        and len(native) == len(file.references(CHECKPOINT))
        and all(isinstance(each.node, cst.Name) for each in native)
    ):
        yield from imports_from(file, {CHECKPOINT: _HOME})
    else:
        yield from (read_from_shims(file, each, _HOME) for each in native)
    for call, bound, _ in legacy:
        if all(call is not each for each, _ in carried):
            said = "ModelCheckpoint no longer takes period=: save_freq counts batches, not epochs"
            advice = f"derive the class from {_HOME}.ModelCheckpoint, or save every epoch"
            given = bound["period"]
            yield Manual(given if file.parent(given) is not None else call, f"{CHECKPOINT}(period=)", said, advice)


def _has_period(bound: dict[str, cst.Arg]) -> bool:
    """Whether there is a period, other than the default that TFM135 leaves out."""
    period = bound.get("period")
    return period is not None and (literal(period.value) != 1 or period.keyword is None)
