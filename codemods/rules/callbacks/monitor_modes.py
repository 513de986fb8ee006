"""Say whether a monitored quantity is to fall or to rise, where Keras 3 cannot tell.

## What it does

`EarlyStopping("val_dice")` becomes `EarlyStopping("val_dice", mode="min")`; `ReduceLROnPlateau` and `ModelCheckpoint`
likewise. `max` is for names with `acc` in them, as in Keras 2.

## Why

Keras 2 went by the name. Keras 3 asks the metric, and raises a `ValueError` for metrics that are functions, for the
losses and metrics of one of several outputs, and for keys that callbacks add.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/callbacks/monitor_callback.py

## Numbers

Same: `min` and `max` are what Keras 2 chose (`tests/behaviour/catalogue/stopping.py`). Keras 3 wants more of a metric
that is known to it, such as an AUC, where Keras 2 wanted less; those are reported.

## What it leaves to you

Names that the file does not spell out.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.monitors import FALLING, PARAMETERS, RISING, direction

_MODE = "mode"
_METRICS = "keras.metrics."
_KNOWN = {
    "min": frozenset(each.replace("_", "") for each in FALLING),
    "max": frozenset(each.replace("_", "") for each in RISING),
}
"""The classes of metrics of which Keras 3 knows the direction, in small letters."""


@rule(
    "TFM164",
    example="""
    from keras.callbacks import EarlyStopping

    callback = EarlyStopping(monitor="val_dice", patience=3)
    """,
)
def monitor_modes(file: File) -> Iterator[Edit | Manual]:
    """Add the direction where the call leaves it to Keras, and the metric is none that Keras 3 judges alike."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for reference in file.references(*PARAMETERS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        given = bind(call, *PARAMETERS[reference.canonical])
        monitor = literal(given["monitor"].value) if given is not None and "monitor" in given else None
        if given is None or not isinstance(monitor, str) or not _is_used(given):
            continue
        mode = given.get(_MODE)
        if mode is not None and literal(mode.value) != "auto":
            continue
        name = monitor.removeprefix("val_")
        if direction(monitor, reference.canonical) in _named(file, name):
            continue
        if name not in FALLING and name not in RISING:
            yield _edit(call, mode, monitor, direction(monitor, reference.canonical))
        elif name in RISING and direction(monitor, reference.canonical) == "min":
            said = f"Keras 2 wanted {monitor!r} to fall, because of its name; Keras 3 wants it to rise"
            advice = 'say what you want: mode="max", or mode="min" as before'
            yield Manual(call, f"{reference.canonical}({_MODE}=)", said, advice, is_note=True)


def _named(file: File, name: str) -> set[str]:
    """The directions of the metrics of Keras that the file gives this name, as far as Keras 3 knows them."""
    found: set[str] = set()
    for reference in file.all_references():
        call = file.call_of(reference) if reference.canonical.startswith(_METRICS) else None
        given = keyword(call, "name") if call is not None else None
        if given is not None and literal(given.value) == name:
            plain = reference.canonical.removeprefix(_METRICS).lower()
            found |= {mode for mode, names in _KNOWN.items() if plain in names}
    return found


def _is_used(given: dict[str, cst.Arg]) -> bool:
    """False for a checkpoint that saves always, whatever it monitors."""
    return "filepath" not in given or (
        "save_best_only" in given and literal(given["save_best_only"].value) is not False
    )


def _edit(call: cst.Call, mode: cst.Arg | None, monitor: str, wanted: str) -> Edit:
    value = cst.Arg(cst.SimpleString(f'"{wanted}"'))
    said = f"Keras 3 cannot tell whether {monitor!r} is to fall or to rise; Keras 2 took {wanted}"
    if mode is not None:
        return Edit(call, said, ((mode, mode.with_changes(value=value.value)),))
    return Edit(call, said, ((call, with_args(call, [*call.args, named(value, _MODE)])),))
