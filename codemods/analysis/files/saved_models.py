"""What a file takes for models and checkpoints that `tf.keras` wrote, and made the folders for."""

from __future__ import annotations

import re

import libcst as cst

from codemods.analysis.files.file_names import Spelled
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.objects.object_types import LAYER, MODEL, derived_from
from codemods.source.arguments import keyword
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_SAVED_MODELS = (
    "tensorflow.saved_model",
    "tensorflow.lite.TFLiteConverter.from_saved_model",
    "tensorflow.train.latest_checkpoint",
)
_SUFFIX = re.compile(r"\.[A-Za-z]\w*$")
# What Keras fills in is a number or, unformatted, begins with no dot; so it is not the end of a suffix.
_FILLED_IN = re.compile(r"\{+\w+(:[^{}]*)?\}+$")


_TELLING = (
    "keras.saving.register_keras_serializable",
    "keras.utils.register_keras_serializable",
    "keras.utils.get_custom_objects",
    "keras.utils.CustomObjectScope",
    "keras.utils.custom_object_scope",
)
"""What makes classes known to `load_model`, as `custom_objects=` does."""


def tells_of_classes(file: File) -> bool:
    """True if a file registers classes, or gives some to whatever loads a model."""
    return bool(file.references(*_TELLING)) or any(keyword(call, "custom_objects") for call in file.calls)


@once_per_file
def lost_layer(file: File) -> str | None:
    """A class of layers of the project that the file makes models of, and that `load_model` does not bring back.

    Nothing tells it of the class, or the class does not take what Keras 3 writes down of a layer by itself. A
    SavedModel in a folder needed no class: it had what the layers compute.
    """
    is_told = tells_of_classes(file)
    for module in (file, *file.imported_modules):
        for call in module.calls:
            found = definition(module, call.func)
            owner = found[1] if found is not None else None
            if found is None or not isinstance(owner, cst.ClassDef) or not _is_layer(found[0], owner):
                continue
            if not (is_told or owner.decorators) or not _takes_its_configuration(found[0], owner):
                return owner.name.value
    return None


def _is_layer(file: File, owner: cst.ClassDef) -> bool:
    base = derived_from(file, owner)
    return base is not None and base.is_a(LAYER) and not base.is_a(MODEL) and not base.shimmed


def _takes_its_configuration(file: File, owner: cst.ClassDef) -> bool:
    """True for a class that writes down what it was given, or that takes `trainable` and `dtype` besides."""
    made = method(file, owner, "__init__")
    is_open = made is None or made.params.star_kwarg is not None
    return is_open or method(file, owner, "get_config") is not None


def lacks_suffix(text: str) -> bool:
    """True if a path ends with no suffix, so that `tf.keras` wrote a SavedModel there."""
    name = text.rpartition("/")[2]
    return bool(name) and (_FILLED_IN.search(name) is not None or not (_SUFFIX.search(name) or name.endswith("}")))


def wants_folders(file: File) -> cst.CSTNode | None:
    """The place that takes a folder for a checkpoint, or reads or writes SavedModels; None if there is none."""
    saved = [each.node for each in file.all_references() if each.canonical.startswith(_SAVED_MODELS)]
    return next(iter([*saved, *(call for call in file.calls if _asks_each_for_folder(file, call))]), None)


def _asks_each_for_folder(file: File, call: cst.Call) -> bool:
    """True for `isdir` of what a loop or comprehension goes through, as opposed to that of one folder."""
    method = call.func.attr.value if isinstance(call.func, cst.Attribute) else None
    if method != "is_dir" and file.qualified_name(call.func) != "os.path.isdir" and method != "isdir":
        return False
    loops = [above for above in file.ancestors(call) if isinstance(above, cst.For | cst.BaseComp)]
    targets = [each.target if isinstance(each, cst.For) else each.for_in.target for each in loops]
    gone_through = {name.value for target in targets for name in nodes(target, cst.Name)}
    return any(name.value in gone_through for name in nodes(call, cst.Name))


_MAKERS = frozenset({"makedirs", "mkdir", "MakeDirs", "MkDir"})


def needs_folder(file: File, written: Spelled) -> bool:
    """True if a path is in a folder, and the file makes none: Keras 3 does not, where `tf.keras` did."""
    return bool(written.folder) and not makes_folders(file, "mkdtemp")


def is_made_a_folder(file: File, path: cst.BaseExpression) -> bool:
    """True if the file makes a folder of the same name or attribute, in the same function: `os.makedirs(path)`."""
    if not isinstance(path, cst.Name | cst.Attribute):
        return False
    written, function = file.code(path), file.function(path)
    return any(
        isinstance(call.func, cst.Attribute)
        and call.func.attr.value in _MAKERS
        and bool(call.args)
        and file.code(call.args[0].value) == written
        and file.function(call) is function
        for call in file.calls
    )


def makes_folders(file: File, *more: str) -> bool:
    """True if a file makes a folder of its own, by a function of the usual names or of these."""
    names = (call.func.attr if isinstance(call.func, cst.Attribute) else call.func for call in file.calls)
    return any(isinstance(name, cst.Name) and name.value in {*_MAKERS, *more} for name in names)
