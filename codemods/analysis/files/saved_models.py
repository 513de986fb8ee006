"""What a file takes for models and checkpoints that `tf.keras` wrote, and made the folders for."""

from __future__ import annotations

import re

import libcst as cst

from codemods.analysis.files.file_names import Spelled
from codemods.analysis.flow.definitions import definition
from codemods.analysis.objects.base_classes import is_layer_or_model
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
def untold_layer(file: File) -> str | None:
    """A class of layers of the project that the file makes models of, and that nothing tells `load_model` of.

    A SavedModel in a folder needed no class: it had what its layers compute. A file of Keras 3 has their names.
    """
    if tells_of_classes(file):
        return None
    for module in (file, *file.imported_modules):
        for call in module.calls:
            found = definition(module, call.func)
            if found is None or not isinstance(found[1], cst.ClassDef) or found[1].decorators:
                continue
            if is_layer_or_model(found[0], found[1]):
                return found[1].name.value
    return None


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


def makes_folders(file: File, *more: str) -> bool:
    """True if a file makes a folder of its own, by a function of the usual names or of these."""
    names = (call.func.attr if isinstance(call.func, cst.Attribute) else call.func for call in file.calls)
    return any(isinstance(name, cst.Name) and name.value in {*_MAKERS, *more} for name in names)
