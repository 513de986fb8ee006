"""Objects of `tf.layers` that layers and models of Keras 3 set on themselves."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.graphs.graph_mode import has_estimators
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.source.file import File, Reference

PACKAGE = "tensorflow.layers."


def kept_layers(file: File) -> Iterator[tuple[Reference, cst.Call, str]]:
    """Each call that makes such an object, and the name of its class; none beside Estimators."""
    if has_estimators(file):
        return
    for reference in file.all_references():
        found = reference.spelling.in_tensorflow_1
        call = file.call_of(reference) if found.startswith(PACKAGE) and reference.certain else None
        name = found.removeprefix(PACKAGE)
        if call is not None and name[:1].isupper() and _is_kept(file, call):
            yield reference, call, name


def _is_kept(file: File, call: cst.Call) -> bool:
    """True for what an object of a class derived from a layer sets on itself, alone or in a list."""
    owner = file.enclosing_class(call)
    known = derived_from(file, owner) if owner is not None else None
    if known is None or not known.is_a(LAYER):
        return False
    for above in file.ancestors(call):
        if isinstance(above, cst.Assign):
            return any(_is_of_self(file, each.target) for each in above.targets)
        if isinstance(above, cst.Call | cst.BaseStatement | cst.BaseSmallStatement):
            return False
    return False


def _is_of_self(file: File, target: cst.BaseExpression) -> bool:
    return isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and is_self(file, target.value)
