"""Find the iterators and properties of TensorFlow 1 datasets that functions of `tf.compat.v1.data` stand in for."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import DATASET, V1_DATASET, Receiver, Unknown, origin_of
from codemods.source.canonical_names import V1, below
from codemods.source.file import File

MAKERS = ("make_one_shot_iterator", "make_initializable_iterator")
PROPERTIES = ("output_types", "output_shapes", "output_classes")
_DATA = "tensorflow.data"
_STRATEGIES = "tensorflow.contrib.distribute"


def has_function(file: File, node: cst.Attribute) -> bool:
    """True for a method that is called, or a property that is read, of what is or may be a dataset."""
    if node.attr.value in MAKERS:
        call = file.parent(node)
        return isinstance(call, cst.Call) and call.func is node and _has_method(file, node)
    return node.attr.value in PROPERTIES and _has_property(file, node)


def _has_method(file: File, method: cst.Attribute) -> bool:
    """True if the object is a dataset, or may be one and nothing else in the file has such a method."""
    if file.qualified_name(method) is not None or method.attr.value in own_names(file):
        return False
    origin = origin_of(file, method.value)
    if isinstance(origin, Receiver):
        return _is_modern(file, origin)
    if origin is not Unknown.OPEN or not file.imports_family():
        return False
    if any(below(each.qualified, f"{V1}.data") for each in file.references_in(method.value)):
        return False
    return not any(below(each.spelling.plain, _STRATEGIES) for each in file.all_references())


def _is_modern(file: File, origin: Receiver) -> bool:
    """True for a dataset that is, or becomes, one of TensorFlow 2; in a swapped graph it stays one of TensorFlow 1."""
    return not origin.shimmed and origin.is_a(DATASET) and not origin.is_a(V1_DATASET) and swap(file) is None


def _has_property(file: File, node: cst.Attribute) -> bool:
    """True if the object is visibly a dataset or an iterator of one, and its property is read."""
    if file.reference(node) is not None or binds(file, node):
        return False
    if evidence(file, node.value, Kind.DATASET) is Evidence.CERTAIN:
        origin = origin_of(file, node.value)
        return isinstance(origin, Receiver) and _is_modern(file, origin)
    if swap(file) is not None:
        return False
    values = file.definitions(node.value) or [] if isinstance(node.value, cst.Name) else []
    return bool(values) and all(_makes_iterator(file, each) for each in values)


def _makes_iterator(file: File, value: cst.BaseExpression) -> bool:
    if not isinstance(value, cst.Call):
        return False
    reference = file.reference(value.func)
    if reference is not None:
        return reference.spelling.in_tensorflow_1 in [f"{_DATA}.{name}" for name in MAKERS]
    return isinstance(value.func, cst.Attribute) and value.func.attr.value in MAKERS
