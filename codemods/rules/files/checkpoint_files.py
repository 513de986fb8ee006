"""Give the checkpoints of whole models the suffixes that Keras 3 takes.

## What it does

`ModelCheckpoint("best.hdf5")` writes `best.h5`, and whatever in the file means the same file follows.

## Why

`ModelCheckpoint` raises ValueError for a whole model in any file but `.keras` and `.h5`.
https://keras.io/api/callbacks/model_checkpoint/

## Numbers

No numbers involved.

## What it leaves to you

Paths whose end the file does not show, files of which it does not show whether two paths mean the same one, and a name
that another file of the script has already, which are reported. Other programs that read the files.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.file_names import texts
from codemods.analysis.files.file_paths import Text, ends_elsewhere, path_ends, text_of
from codemods.analysis.files.written_files import (
    CHECKPOINT,
    Written,
    checkpoint_calls,
    checkpoints,
    namesake,
    places_of,
    resuffixed,
)
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_HDF5 = (".hdf5", ".hdf")
_WANTED = "Keras 3 wants .keras or .h5 for models, .weights.h5 for weights"
_ADVICE = "end the path with .keras or .h5, here and where it is read"


@rule(
    "TFM152",
    example="""
    from keras.callbacks import ModelCheckpoint
    from keras.models import load_model

    best = ModelCheckpoint("best.hdf5", save_best_only=True)
    model = load_model("best.hdf5")
    """,
)
def checkpoint_files(file: File) -> Iterator[Edit | Manual]:
    """Rename a checkpoint in all places that mean it, or report that this is not sure."""
    written = checkpoints(file, weights_only=False)
    ends = {each: path_ends(file, each.path) for each in written}
    own = frozenset(end for found in ends.values() for end in found if end is not None)
    for each in written:
        for end in ends[each]:
            if end is None:
                yield from _unshown(file, each)
            elif text_of(end).endswith(_HDF5):
                yield _renamed(file, each, end, own)
            elif not text_of(end).endswith((".keras", ".h5")):
                yield Manual(each.arg, CHECKPOINT, f"{_WANTED}, and this path may end otherwise", _ADVICE, culprit=end)
    for _, bound in checkpoint_calls(file):
        only = bound.get("save_weights_only")
        if only is not None and literal(only.value) not in (True, False):
            yield from _unknown(file, only, "and the file does not show whether it saves weights only")


def _renamed(file: File, written: Written, end: Text, own: frozenset[Text]) -> Edit | Manual:
    suffix = next(each for each in _HDF5 if text_of(end).endswith(each))
    places = places_of(file, end, (suffix,), own - {end})
    if places is None or places.perhaps is not None:
        said = "Keras 3 rejects this suffix, and the same file may be meant elsewhere"
        return Manual(written.arg, CHECKPOINT, said, _ADVICE, culprit=places.perhaps if places is not None else None)
    rival = namesake(file, end, _HDF5, ".h5", places.same) or _twin(file, end, own)
    if rival is not None:
        said = f"Keras 3 rejects this suffix, and with .h5 at its end it would be the file {text_of(rival)}, too"
        return Manual(written.arg, CHECKPOINT, said, _ADVICE, culprit=rival)
    new = [(node, resuffixed(node, (suffix,), ".h5")) for node in (end, *places.same)]
    return Edit(written.call, f"the checkpoint {end.value} is now {new[0][1].value}", tuple(new))


def _twin(file: File, end: Text, own: frozenset[Text]) -> Text | None:
    """Another checkpoint that differs in its suffix alone: `m.hdf` beside `m.hdf5`."""
    stem = text_of(resuffixed(end, _HDF5, ""))
    others = (each for each in texts(file) if each in own and text_of(each).endswith(_HDF5))
    return next((e for e in others if text_of(e) != text_of(end) and text_of(resuffixed(e, _HDF5, "")) == stem), None)


def _unshown(file: File, written: Written) -> Iterator[Manual]:
    """Report a path that other modules give, unless all that they give ends well."""
    given = dict.fromkeys(text_of(end) for _, end in ends_elsewhere(file, written.path))
    ill = [each for each in given if not each.endswith((".keras", ".h5"))]
    if not given or ill:
        why = f"and another module gives {ill[0]}" if ill else "and the file does not show this path"
        yield from _unknown(file, written.arg, why)


def _unknown(file: File, at: cst.CSTNode, why: str) -> Iterator[Manual]:
    if written_for(file).keras is not KerasLine.KERAS_3:
        yield Manual(at, CHECKPOINT, f"{_WANTED}, {why}", _ADVICE)
