"""The classes of Keras and TensorFlow that classes of the file derive from."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.objects.object_types import derived_from, derives_from
from codemods.source.file import File, Reference

LAYERS_AND_MODELS = ("keras.layers.", "keras.models.", "keras.Model", "keras.Sequential")


def is_layer_or_model(file: File, owner: cst.ClassDef) -> bool:
    """True if a class derives from a layer or model of Keras itself, and not from one of the shims."""
    bases = (file.reference(base.value) for base in owner.bases)
    is_shimmed = any(each is not None and each.spelling.shimmed for each in bases)
    return not is_shimmed and derives_from(file, owner, *LAYERS_AND_MODELS)


def is_super(file: File, node: cst.BaseExpression) -> bool:
    """True for `super()` and `super(Own, self)`."""
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "super")


def base_started(file: File, call: cst.Call) -> str | None:
    """The path of the class whose `__init__` a call of `super().__init__()` reaches; None for those of the shims."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != "__init__":
        return None
    owner = file.enclosing_class(call) if is_super(file, function.value) else None
    if owner is None or len(owner.bases) != 1 or _is_in_file(file, owner.bases[0].value):
        return None
    found = derived_from(file, owner)
    return found.path if found is not None and not found.shimmed else None


def starts_of(file: File, reference: Reference) -> Iterator[cst.Call]:
    """The calls of `super().__init__()` in a class whose only base the symbol is."""
    base = file.parent(reference.node)
    owner = file.enclosing_class(base) if base is not None else None
    if owner is None or not any(each is base for each in owner.bases):
        return
    for call in file.calls:
        if file.enclosing_class(call) is owner and base_started(file, call) is not None:
            yield call


def _is_in_file(file: File, base: cst.BaseExpression) -> bool:
    """True if a class of the file stands between, with an `__init__` that may take anything."""
    return isinstance(base, cst.Name) and class_of(file, base) is not None
