"""The calls that write weights and whole models of Keras, with the paths that they write to."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.files import file_names
from codemods.analysis.files.file_names import Meaning, Spelled, compared, spelled, texts
from codemods.analysis.files.file_paths import Text, path_ends, text_of
from codemods.analysis.files.own_checkpoints import own_checkpoint_calls
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_native_keras
from codemods.source.arguments import argument, bind, keyword, literal
from codemods.source.file import File, once_per_file

CHECKPOINT = "keras.callbacks.ModelCheckpoint"
_OTHER_SUFFIXES = (".hdf5", ".hdf", ".weights")
CHECKPOINT_PARAMETERS = ("filepath", "monitor", "verbose", "save_best_only", "save_weights_only", "mode", "period")


class Written(NamedTuple):
    """A call that writes a file, and the argument with its path."""

    call: cst.Call
    arg: cst.Arg

    @property
    def path(self) -> cst.BaseExpression:
        return self.arg.value


@once_per_file
def checkpoint_calls(file: File) -> list[tuple[cst.Call, dict[str, cst.Arg]]]:
    """Each call of Keras's own `ModelCheckpoint`, and of a class derived from it, with its arguments.

    The shim counts beside names of Keras 3, whose models ask for the same names of files.
    """
    return [*_checkpoint_calls(file)]


def _checkpoint_calls(file: File) -> Iterator[tuple[cst.Call, dict[str, cst.Arg]]]:
    beside = has_native_keras(file)
    for reference in file.references(CHECKPOINT):
        call = file.call_of(reference)
        bound = (
            bind(call, *CHECKPOINT_PARAMETERS)
            if call is not None and (beside or not reference.spelling.shimmed)
            else None
        )
        if call is not None and bound is not None:
            yield call, bound
    yield from own_checkpoint_calls(file, CHECKPOINT_PARAMETERS)


@once_per_file
def checkpoints(file: File, *, weights_only: bool) -> list[Written]:
    """The calls of `ModelCheckpoint` that write weights, or those that write whole models."""
    return [
        Written(call, bound["filepath"])
        for call, bound in checkpoint_calls(file)
        if "filepath" in bound
        and literal(bound["save_weights_only"].value if "save_weights_only" in bound else cst.Name("False"))
        is weights_only
    ]


def weights_writers(file: File, *wanted: Evidence) -> Iterator[Written]:
    """Each call of `save_weights` on an object whose evidence of being a model is in `wanted`.

    One with `max_shard_size` is of Keras 3, and writes a `.weights.json`.
    """
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "save_weights":
            if keyword(call, "max_shard_size") is not None:
                continue
            path = path_of(call)
            if path is not None and evidence(file, call.func.value, Kind.MODEL) in wanted:
                yield Written(call, path)


def path_of(call: cst.Call) -> cst.Arg | None:
    """The argument `filepath`, which comes first; None if it cannot be told."""
    return argument(call, "filepath")


@once_per_file
def model_writers(file: File) -> list[Written]:
    """The calls of `Model.save` and `save_model`."""
    found: list[Written] = []
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "save":
            path = path_of(call)
            if path is not None and evidence(file, call.func.value, Kind.MODEL).is_enough:
                found.append(Written(call, path))
    for reference in file.references("keras.models.save_model"):
        function = file.call_of(reference)
        bound = bind(function, "model", "filepath") if function is not None else None
        if function is not None and bound is not None and "filepath" in bound and not reference.spelling.shimmed:
            found.append(Written(function, bound["filepath"]))
    return found


@once_per_file
def loaded_models(file: File) -> frozenset[Text]:
    """The literals that the paths given to `load_model` end with."""
    calls = [call for each in file.references("keras.models.load_model") if (call := file.call_of(each)) is not None]
    paths = [path for call in calls if (path := path_of(call)) is not None]
    return frozenset(end for path in paths for end in path_ends(file, path.value) if end is not None)


@once_per_file
def whole_model_texts(file: File) -> frozenset[Text]:
    """The literals that the paths of whole models end with, written or loaded."""
    written = [*checkpoints(file, weights_only=False), *model_writers(file)]
    ends = (end for each in written for end in path_ends(file, each.path))
    return loaded_models(file) | {end for end in ends if end is not None}


class Places(NamedTuple):
    """The literals that mean the same file as one that is written, and the first that perhaps does."""

    same: tuple[Text, ...]
    perhaps: Text | None


def places_of(
    file: File, text: Text, suffixes: tuple[str, ...], own: frozenset[Text], ruled_out: frozenset[Text] = frozenset()
) -> Places | None:
    """Where else the file means the path that ends with `text`; None if it is no path.

    Only literals with one of the `suffixes` are looked at. Those of `own` are renamed with their own writer, and those
    `ruled_out` hold something else unless they are spelled alike.
    """
    written = spelled(file, text)
    if written is None:
        return None
    found: dict[Meaning, list[Text]] = {each: [] for each in Meaning}
    for each in texts(file):
        if each is text or each in own:
            continue
        if any(_asks_for(file, each, suffix) for suffix in suffixes):
            found[Meaning.PERHAPS].append(each)
        elif (read := _ending_in(file, each, suffixes)) is not None:
            found[compared(written, read)].append(each)
    perhaps = (each for each in found[Meaning.PERHAPS] if each not in ruled_out and not _is_printed(file, each))
    return Places(tuple(found[Meaning.SAME]), next(perhaps, None))


def _is_printed(file: File, text: Text) -> bool:
    """True for a text that is shown, and no path: `print("loading {}.h5".format(name))`."""
    return any(isinstance(each, cst.Call) and file.is_builtin(each.func, "print") for each in file.ancestors(text))


def _asks_for(file: File, text: Text, suffix: str) -> bool:
    """True if a literal is a suffix that files are chosen by, and `.h5` behind `.weights` does not meet it."""
    value = text_of(text)
    return suffix in _OTHER_SUFFIXES and value in (suffix, suffix.removeprefix(".")) and _is_alone(file, text)


def _is_alone(file: File, text: Text) -> bool:
    read = spelled(file, text)
    return read is not None and read.whole is text


def _ending_in(file: File, text: Text, suffixes: tuple[str, ...]) -> Spelled | None:
    value = text_of(text)
    ends = value.endswith(suffixes) and not value.endswith((".weights.h5", "*.h5"))
    return spelled(file, text) if ends else None


def namesake(file: File, text: Text, legacy: tuple[str, ...], modern: str, ours: Collection[Text]) -> Text | None:
    """Another path of the file that is spelled as the one that ends with `text` would be with another suffix."""
    path = spelled(file, text)
    new = file_names.resuffixed(path, legacy, modern) if path is not None else None
    for each in texts(file):
        if each is not text and each not in ours and text_of(each).endswith(modern) and new is not None:
            other = spelled(file, each)
            if other is not None and compared(new, other) is Meaning.SAME:
                return each
    return None


def resuffixed(text: Text, legacy: tuple[str, ...], modern: str) -> Text:
    """A literal that ends with `modern`, which replaces the first of the `legacy` suffixes that it has."""
    quote = "" if isinstance(text, cst.FormattedStringText) else text.quote
    stem = text.value[: len(text.value) - len(quote)]
    stem = next((stem.removesuffix(each) for each in legacy if stem.endswith(each)), stem)
    return text.with_changes(value=f"{stem}{modern}{quote}")
