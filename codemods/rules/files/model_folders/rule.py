"""End the paths of `Model.save` with `.keras` where a SavedModel was written to a folder and is loaded again.

## What it does

`model.save("model")` becomes `model.save("model.keras")` if the file loads that model again with `load_model`, which
follows. `save_format=` is left out where the suffix says the same.

`keras.experimental.export_saved_model(model, path)` becomes `model.save(path + ".keras")` where
`load_from_saved_model(path)` of the same path becomes `load_model(path + ".keras", compile=False)`.

`tf.saved_model.save(model, path)` of a Keras model is reported unless it is given signatures.

## Why

Keras 3 raises ValueError: "Invalid filepath extension for saving". `tf.keras` wrote a SavedModel to any path but `.h5`,
and the `load_model` of Keras 3 reads none. What `tf.saved_model.load` makes of a Keras 3 model cannot be called, and
its signature has other names: `inputs` and `output_0`, no longer those of the layers.
https://keras.io/api/models/model_saving_apis/model_saving_and_loading/

## Numbers

Same weights (`tests/codemods/fixtures/model_folders`). After a restart the training can differ: `load_model` of a
folder began with a new optimizer, on TensorFlow 2.3.4, 2.10.1 and 2.15.1; that of a `.keras` file goes on with its own.

## What it leaves to you

Models with layers of own classes, of which nothing tells `load_model`, or whose `__init__` takes no more than it names,
without a `get_config`: the folder had what they compute, a file of Keras 3 makes them again. Models in a folder that
the file does not make: `tf.keras` made it, Keras 3 does not. Folders that the file does not load itself, or works with
in another way: another program may want the SavedModel, which `model.export(path)` writes; its signature calls the
output of a `Sequential` `output_0`, where that of `export_saved_model` had the layer's name. Names that another file of
the script has already, and paths that end with a number or a time, or where the file makes a folder. These are
reported. Other paths whose end the file does not show, which are noted.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.files.file_names import spelled
from codemods.analysis.files.file_paths import Text, ends_elsewhere, path_ends, text_of
from codemods.analysis.files.numbered_paths import ends_in_number
from codemods.analysis.files.saved_models import (
    is_made_a_folder,
    lacks_suffix,
    lost_layer,
    needs_folder,
    tells_of_classes,
    wants_folders,
)
from codemods.analysis.files.written_files import Written, loaded_models, model_writers, namesake, places_of, resuffixed
from codemods.analysis.flow.own_classes import method
from codemods.analysis.objects.object_types import MODEL, Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rules.files.model_folders.exported import exports_to_files
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.rows import EndsWith

SAVE = "keras.models.Model.save"
_MODERN = (".keras", ".h5", ".hdf5")
_SUFFIXES = {"h5": (".h5", ".hdf5"), "hdf5": (".h5", ".hdf5"), "tf": (".keras",), "keras": (".keras",)}
_EXPORT = "tensorflow.saved_model.save"
_PAIR = 2
_WANTED = "Keras 3 wants .keras or .h5 at the end of this path"
_ADVICE = "end the path with .keras or .h5, here and where it is read"


@rule(
    "TFM153",
    example="""
    from tensorflow import keras

    model = keras.Sequential()
    model.save("model", save_format="tf")
    model = keras.models.load_model("model")
    """,
)
def model_folders(file: File) -> Iterator[Edit | Manual]:
    """Add the suffix in all places that mean the model, if `load_model` is the only thing that is done with it."""
    yield from _exported(file)
    yield from exports_to_files(file)
    for written in model_writers(file):
        ends = path_ends(file, written.path)
        yield from _without_format(file, written, ends)
        named = [end for end in ends if end is not None]
        edits = [edit for end in named if (edit := _renamed(file, written, end)) is not None]
        yield from edits
        if not edits:
            yield from _left(file, written, ends)
            yield from _of_own_layers(file, written, named)


def _exported(file: File) -> Iterator[Manual]:
    """Report models of Keras that `tf.saved_model.save` writes."""
    references = file.references(_EXPORT) if file.target.is_modern else []
    for reference in references if written_for(file).keras is not KerasLine.KERAS_3 else ():
        call = file.call_of(reference)
        if call is None or keyword(call, "signatures") is not None or not call.args or len(call.args) > _PAIR:
            continue
        origin = origin_of(file, call.args[0].value)
        if isinstance(origin, Receiver) and origin.is_a(MODEL) and origin.is_plain:
            said = "a Keras 3 model is saved with other names: inputs and output_0; what is loaded cannot be called"
            advice = "use model.export(path), and call the serve method of what tf.saved_model.load returns"
            yield Manual(call, reference.qualified, said, advice)


def _renamed(file: File, written: Written, end: Text) -> Edit | None:
    text = text_of(end)
    path = spelled(file, end)
    if not lacks_suffix(text) or wants_folders(file) is not None or path is None or needs_folder(file, path):
        return None
    if _needs_its_class(file, written) or lost_layer(file) is not None:
        return None
    places = places_of(file, end, (text.rpartition("/")[2],), frozenset())
    if places is None or places.perhaps is not None or not {end, *places.same} & loaded_models(file):
        return None
    if any(each not in loaded_models(file) for each in places.same):
        return None
    modern = ".h5" if _format(written) in ("h5", "hdf5") else ".keras"
    if namesake(file, end, (), modern, places.same) is not None:
        return None
    new = [(each, resuffixed(each, (), modern)) for each in (end, *places.same)]
    said = f"the model {end.value} is now {new[0][1].value}: one file, where tf.keras wrote a folder"
    return Edit(written.call, said, tuple(new))


def _of_own_layers(file: File, written: Written, ends: list[Text]) -> Iterator[Manual]:
    """Note what else it takes to load a model with layers of own classes from a file of Keras 3."""
    name = lost_layer(file) if loaded_models(file) and any(lacks_suffix(text_of(end)) for end in ends) else None
    if name is not None and written_for(file).keras is not KerasLine.KERAS_3:
        said = f"a folder had what {name} computes; a file of Keras 3 has its configuration, of which it is made again"
        advice = f"register {name}, or give load_model custom_objects=, and let it take **kwargs or write a get_config"
        yield Manual(written.arg, SAVE, said, advice, is_note=True)


def _needs_its_class(file: File, written: Written) -> bool:
    """True for a model of a class of the file that a file of Keras 3 does not bring back: a folder needed no class."""
    function = written.call.func
    origin = origin_of(file, function.value) if isinstance(function, cst.Attribute) else None
    if not isinstance(origin, Receiver) or not origin.derived:
        return False
    return not tells_of_classes(file) or any(method(file, owner, "get_config") is None for owner in origin.derived)


def _format(written: Written) -> object:
    arg = keyword(written.call, "save_format")
    return literal(arg.value) if arg is not None else None


def _without_format(file: File, written: Written, ends: list[Text | None]) -> Iterator[Edit]:
    """Leave out `save_format=` where the suffix says the same."""
    arg, suffixes = keyword(written.call, "save_format"), _SUFFIXES.get(str(_format(written)), ())
    if arg is not None and suffixes and all(end is not None and text_of(end).endswith(suffixes) for end in ends):
        kept = [each for each in written.call.args if each is not arg]
        said = f"removed save_format={file.code(arg.value)}, which the suffix says"
        yield Edit(arg, said, ((written.call, with_args(written.call, kept)),))


def _left(file: File, written: Written, ends: list[Text | None]) -> Iterator[Manual]:
    """Report an end that is refused, unless the tables do so, and note one that is not shown."""
    if written_for(file).keras is KerasLine.KERAS_3 or keyword(written.call, "zipped") is not None:
        return
    bad = next((end for end in ends if end is not None and _is_refused(text_of(end))), None)
    is_known = any(each.call is written.call for each in known_calls(file))
    if bad is not None and not (is_known and breaks(file, EndsWith(_MODERN, ("hf://",)), written.path)):
        yield Manual(written.arg, SAVE, f"{_WANTED}, and it may end otherwise", _ADVICE, culprit=bad)
    elif bad is None and None in ends:
        passed = next((each for each in ends_elsewhere(file, written.path) if _is_refused(text_of(each[1]))), None)
        if passed is not None:
            module, end = passed
            said = f"{_WANTED}, and {module.place(end)}, passes {module.code(end)}"
            yield Manual(written.arg, SAVE, said, _ADVICE)
            return
        is_numbered, is_folder = ends_in_number(file, written.path), is_made_a_folder(file, written.path)
        is_bad = is_numbered or is_folder
        why = "and it may end with a number" if is_numbered else "which the file does not show"
        why = "and the file makes a folder there" if is_folder else why
        yield Manual(written.arg, SAVE, f"{_WANTED}, {why}", _ADVICE, is_note=not is_bad)


def _is_refused(text: str) -> bool:
    return bool(text) and not text.endswith(_MODERN) and not text.startswith("hf://")
