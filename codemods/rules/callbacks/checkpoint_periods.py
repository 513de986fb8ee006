"""Save every few epochs, as `ModelCheckpoint(period=)` did.

## What it does

`ModelCheckpoint("model.h5", period=5)` takes the class from `compat.keras.callbacks`, and so does a class that is
derived from it and hands a period on, or is made with one. Calls without `period=`, and those with `period=1`, stay
with the class of Keras.

## Why

Keras 3 raises TypeError for `period=`, and its `save_freq=` counts batches, which asks for the number of batches of an
epoch.
https://keras.io/api/callbacks/model_checkpoint/

## Numbers

Same: the files of the epochs that Keras 2.3.1 saved (`tests/compat/shims/keras/test_callbacks.py`).

## What it leaves to you

Arguments that the class of Keras 2.3 did not have, and classes that are derived from several.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.own_checkpoints import started_checkpoint
from codemods.analysis.files.written_files import CHECKPOINT, CHECKPOINT_PARAMETERS, checkpoint_calls
from codemods.analysis.flow.own_classes import class_of
from codemods.rewriting.named_modules import read_from_shims
from codemods.rewriting.shim_imports import imports_from
from codemods.source.arguments import bind, literal
from codemods.source.file import File, Reference
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
    """Take the class from the shims: where all its uses have a period by its import, else one by one."""
    calls = [(call, bound, file.reference(call.func)) for call, bound in checkpoint_calls(file)]
    legacy = [each for each in calls if _has_period(each[1])]
    carried = [
        (call, reference)
        for call, bound, reference in legacy
        if reference is not None and reference.canonical == CHECKPOINT and bound.keys() <= set(CHECKPOINT_PARAMETERS)
    ]
    owners = [each for each in file.every(cst.ClassDef) if _base(file, each) and _keeps_periods(file, each, legacy)]
    native = [reference for _, reference in carried if not reference.spelling.shimmed]
    native += [each for each in file.references(CHECKPOINT) if any(_is_part(file, each, owner) for owner in owners)]
    if (
        native
        and len(native) == len(file.references(CHECKPOINT))
        and all(isinstance(each.node, cst.Name) for each in native)
    ):
        yield from imports_from(file, {CHECKPOINT: _HOME})
    else:
        yield from (read_from_shims(file, each, _HOME) for each in native)
    for call, bound, _ in legacy:
        if all(call is not each for each, _ in carried) and _made_class(file, call) not in owners:
            said = "ModelCheckpoint no longer takes period=: save_freq counts batches, not epochs"
            advice = f"derive the class from {_HOME}.ModelCheckpoint, or save every epoch"
            given = bound["period"]
            yield Manual(given if file.parent(given) is not None else call, f"{CHECKPOINT}(period=)", said, advice)


def _base(file: File, owner: cst.ClassDef) -> Reference | None:
    """The name of Keras's `ModelCheckpoint` that a class derives from, and from nothing else."""
    reference = file.reference(owner.bases[0].value) if len(owner.bases) == 1 else None
    is_native = reference is not None and reference.canonical == CHECKPOINT and not reference.spelling.shimmed
    return reference if is_native else None


def _keeps_periods(
    file: File, owner: cst.ClassDef, legacy: list[tuple[cst.Call, dict[str, cst.Arg], Reference | None]]
) -> bool:
    """True if a class hands a period on, or is made with one, and with nothing that Keras 2.3 did not have."""
    started = [
        bind(start.with_changes(args=[arg for arg in start.args if not arg.star]), *CHECKPOINT_PARAMETERS)
        for call in file.calls
        if file.enclosing_class(call) is owner and (start := started_checkpoint(file, call)) is not None
    ]
    made = [bound for call, bound, _ in legacy if _made_class(file, call) is owner]
    has_one = any(each is not None and _has_period(each) for each in (*started, *made))
    return has_one and all(each is not None and each.keys() <= set(CHECKPOINT_PARAMETERS) for each in (*started, *made))


def _made_class(file: File, call: cst.Call) -> cst.ClassDef | None:
    """The class of the file that a call makes an object of, or in which it is `super().__init__()`."""
    made = class_of(file, call.func) if isinstance(call.func, cst.Name) else None
    return made or (file.enclosing_class(call) if started_checkpoint(file, call) else None)


def _is_part(file: File, reference: Reference, owner: cst.ClassDef) -> bool:
    """True for the base of a class, and for its name inside of the class."""
    return owner in file.ancestors(reference.node)


def _has_period(bound: dict[str, cst.Arg]) -> bool:
    """Whether there is a period, other than the default that TFM135 leaves out."""
    period = bound.get("period")
    return period is not None and (literal(period.value) != 1 or period.keyword is None)
