"""Name losses in full in models that are saved to `.h5` files, as Keras 3 does not load the short names from there.

## What it does

`compile("adam", "mse")` becomes `compile("adam", "mean_squared_error")`, in lists and dictionaries of losses too, where
the file, or another of the project, loads models, and the file, or a module that it imports or that imports it, writes
whole models to `.h5`, `.hdf5`, or a path that it does not show.

## Why

`load_model` looks the saved name up and finds no class or function of it: "Could not deserialize 'keras.metrics.mse'
because it is not a KerasSaveable subclass". Metrics under these names are loaded.
https://github.com/keras-team/keras/blob/master/keras/src/legacy/saving/saving_utils.py

## Numbers

No numbers involved: both names mean one function.

## What it leaves to you

Losses in variables and settings, `loss=settings["loss"]` and `loss=self.config.loss`, which it reports. Models that
another project loads, or that older runs wrote with a short name: `load_model(path, compile=False)` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.files.file_paths import path_ends, text_of
from codemods.analysis.files.written_files import checkpoints, model_writers
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.class_sources import sources
from codemods.analysis.objects.elements import nested
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, once_per_file
from codemods.source.project import HDF5
from codemods.types import Edit, Manual, Severity, rule
from compat.tables.names.loss_names import SHORT_LOSS_NAMES

_SETTINGS = "see that the setting names it in full, mean_squared_error for mse; a function is no matter"


@rule(
    "TFM218",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential, load_model

    model = Sequential([Dense(1, input_shape=(3,))])
    model.compile("adam", "mse")
    model.save("model.h5")
    model = load_model("model.h5")
    """,
)
def saved_losses(file: File) -> Iterator[Edit | Manual]:
    """Only where models are loaded as they were compiled, and the modules around the file write the older format."""
    if not file.target.is_modern or not _compiles(file):
        return
    is_read_here = _loads_compiled(file)
    if not is_read_here and not file.project.loading():
        return
    is_shown = _writes_near(file, ".h")
    if not is_shown and not (goes_to_keras_3(file) and _writes_near(file, "save", unshown=True)):
        return
    for called in training_calls(file):
        arg = called.argument("loss") if called.canonical.endswith(".compile") else None
        for text in _texts(arg.value) if arg is not None else ():
            full = _full(text)
            if full is not None:
                said = f"Keras 3 loads no model with the loss {text.value} from a .h5 file: {full}"
                yield Edit(text, said, ((text, text.with_changes(value=f"{text.quote}{full}{text.quote}")),))
        if not is_shown or arg is None:
            continue
        if isinstance(arg.value, cst.Name):
            yield from _named(file, arg.value)
        elif is_read_here and _is_setting(file, arg.value):
            said = 'Keras 3 loads no model with a loss by a short name, such as "mse", from a .h5 file'
            yield Manual(arg, "keras.models.load_model", said, _SETTINGS, severity=Severity.DOUBT)


def _is_setting(file: File, node: cst.BaseExpression) -> bool:
    """True for `settings["loss"]`, `args.loss` and `self.config.loss`: names of losses more often than not."""
    if isinstance(node, cst.Subscript):
        return isinstance(literal_key(node), str)
    is_attribute = isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name | cst.Attribute)
    return is_attribute and file.qualified_name(node) is None and attribute_of_self(file, node) is None


def _named(file: File, name: cst.Name) -> Iterator[Manual]:
    short = [each for value in sources(file, name) or () for each in _texts(value) if _full(each) is not None]
    if short:
        said = f"Keras 3 loads no model with the loss {short[0].value} from a .h5 file"
        yield Manual(name, "keras.models.load_model", said, f'name it in full: "{_full(short[0])}"', culprit=short[0])


def _full(text: cst.SimpleString) -> str | None:
    """The full name of a short one, which Keras also takes in capitals."""
    value = literal(text)
    return (
        SHORT_LOSS_NAMES.get(value.lower())
        if isinstance(value, str) and value in (value.lower(), value.upper())
        else None
    )


def _texts(node: cst.BaseExpression) -> list[cst.SimpleString]:
    """The names of losses that an argument spells out."""
    return [each for each in nested(node) if isinstance(each, cst.SimpleString)]


def _loads_compiled(file: File) -> bool:
    """True if the file loads a model with its loss."""
    calls = [call for each in file.references("keras.models.load_model") if (call := file.call_of(each)) is not None]
    given = [keyword(call, "compile") for call in calls]
    return any(arg is None or literal(arg.value) is not False for arg in given)


def _compiles(file: File) -> bool:
    return any(each.attr.value == "compile" for each in file.attributes)


def _writes_near(file: File, text: str, *, unshown: bool = False) -> bool:
    """True if the file, an importer that has a text, or a module that it imports writes models of the older format."""
    near = chain([file], file.project.importers(text), file.imported_modules)
    return any(_writes_hdf5(each, unshown=unshown) for each in near)


@once_per_file
def _writes_hdf5(file: File, *, unshown: bool) -> bool:
    """True if a path of a whole model ends with the suffix of the older format; `unshown` asks for one that may."""
    written = [*checkpoints(file, weights_only=False), *model_writers(file)]
    ends = (end for each in written for end in path_ends(file, each.path))
    return any(text_of(end).endswith(HDF5) if end is not None else unshown for end in ends)
