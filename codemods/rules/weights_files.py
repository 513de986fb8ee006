"""Give weights files the names that Keras 3 takes.

## What it does

`save_weights("best.h5")` writes `best.weights.h5`, and whatever the file reads by the same literal follows.
Checkpoints of whole models go from `.hdf5` to `.h5`. `ModelCheckpoint(period=1)` loses the default.

## Why

`save_weights` raises ValueError: "The filename must end in `.weights.h5`".
https://keras.io/api/models/model_saving_apis/weights_saving_and_loading/

## Numbers

No numbers involved.

## What it leaves to you

Paths that are put together at run time and objects that may not be Keras models, which are noted; other programs that
read the files; `ModelCheckpoint(period=)`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.texts import ending, last_text
from codemods.source.arguments import bind, keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

CHECKPOINT = "keras.callbacks.ModelCheckpoint"
_LEGACY = (".h5", ".hdf5", ".hdf", ".weights")
_ADVICE = "end the path with .weights.h5, here and where it is read"


@rule(
    "TFM150",
    example="""
    from keras.models import Sequential

    model = Sequential()
    model.save_weights("best.h5")
    model.load_weights("best.h5")
    """,
)
def weights_files(file: File) -> Iterator[Edit | Manual]:
    """Rename a literal wherever the file has it; report or note the paths that this cannot fix."""
    for call, path in _saved(file):
        if _ends_well(path):
            continue
        end, written = last_text(file, path), ending(file, path)
        if written is not None and written.endswith(".weights.h5"):
            continue
        if end is None or written is None or not written.endswith(_LEGACY):
            said = "Keras 3 rejects weights files that do not end with .weights.h5"
            yield Manual(call, "save_weights", said, _ADVICE, is_note=written is None)
            continue
        renamed = [end, *_same_file(file, end)]
        new = [(node, _renamed(node)) for node in renamed]
        said = f"the weights file {end.value} is now {new[0][1].value}"
        elsewhere = "" if len(new) > 1 else "; update whatever else reads it"
        yield Edit(call, said + elsewhere, tuple(new))
    yield from _doubtful(file)
    yield from _checkpoints(file)


def _doubtful(file: File) -> Iterator[Manual]:
    """Note objects that may or may not be Keras models."""
    for call, path in _writes(file, Evidence.UNKNOWN):
        if file.imports_family() and (ending(file, path) or "").endswith((".h5", ".hdf5")) and not _ends_well(path):
            said = "if this is a Keras model, its weights file has to end with .weights.h5"
            yield Manual(call, "save_weights", said, _ADVICE, is_note=True)


def _saved(file: File) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """Each call that saves the weights of a Keras model, with the path."""
    yield from _writes(file, Evidence.CERTAIN, Evidence.LIKELY)
    for call, bound in _checkpoint_calls(file):
        only = bound.get("save_weights_only")
        if only is not None and literal(only.value) is True and "filepath" in bound:
            yield call, bound["filepath"].value


def _writes(file: File, *wanted: Evidence) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """Each `save_weights` call on an object whose evidence of being a model is in `wanted`, with its path."""
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "save_weights" and call.args:
            path = keyword(call, "filepath") or call.args[0]
            plain = not path.star and keyword(call, "save_format") is None
            if plain and evidence(file, call.func.value, Kind.MODEL) in wanted:
                yield call, path.value


def _checkpoint_calls(file: File) -> Iterator[tuple[cst.Call, dict[str, cst.Arg]]]:
    for reference in file.references(CHECKPOINT):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        bound = bind(call, "filepath", "monitor", "verbose", "save_best_only", "save_weights_only", "mode", "period")
        if bound is not None:
            yield call, bound


def _checkpoints(file: File) -> Iterator[Edit | Manual]:
    """Drop `period=1` and report other periods; let whole models end in `.h5` instead of `.hdf5`."""
    for call, bound in _checkpoint_calls(file):
        period = bound.get("period")
        if period is not None:
            if literal(period.value) == 1 and period.keyword is not None:
                kept = [arg for arg in call.args if arg is not period]
                yield Edit(period, "removed period=1, which is the default", ((call, with_args(call, kept)),))
            else:
                yield Manual(
                    period,
                    f"{CHECKPOINT}(period=)",
                    "ModelCheckpoint no longer takes period=: save_freq counts batches, not epochs",
                    "use save_freq=PERIOD * steps_per_epoch, or save every epoch",
                )
        only = bound.get("save_weights_only")
        if (only is None or literal(only.value) is False) and "filepath" in bound:
            end = last_text(file, bound["filepath"].value)
            if end is not None and str(end.evaluated_value).endswith((".hdf5", ".hdf")):
                raw = end.value
                for suffix in (".hdf5", ".hdf"):
                    raw = raw.replace(suffix + raw[-1], ".h5" + raw[-1])
                yield Edit(call, f"the checkpoint {end.value} is now {raw}", ((end, end.with_changes(value=raw)),))


def _ends_well(node: cst.BaseExpression) -> bool:
    value = literal(node)
    return isinstance(value, str) and (value.endswith(".weights.h5") or not value)


def _renamed(node: cst.SimpleString) -> cst.SimpleString:
    raw, quote = node.value, node.quote
    stem = raw[: -len(quote)]
    for suffix in _LEGACY:
        if stem.endswith(suffix):
            stem = stem[: -len(suffix)]
            break
    stem = stem.removesuffix(".weights")
    return node.with_changes(value=f"{stem}.weights.h5{quote}")


def _same_file(file: File, saved: cst.SimpleString) -> list[cst.SimpleString]:
    """The other places that pass or assign the same literal, where the file may be read or opened."""
    return [
        node
        for node in file.every(cst.SimpleString)
        if node is not saved
        and node.evaluated_value == saved.evaluated_value
        and isinstance(file.parent(node), cst.Arg | cst.Assign)
    ]
