"""Make the iterators of TensorFlow 1 with functions, as the datasets of TensorFlow 2 have no methods for them.

## What it does

`dataset.make_one_shot_iterator()` becomes `tf.compat.v1.data.make_one_shot_iterator(dataset)`, the same for
`make_initializable_iterator`; `dataset.output_types` becomes `tf.compat.v1.data.get_output_types(dataset)`.

## Why

The methods are gone from `tf.data.Dataset`: AttributeError. The functions take any dataset, in a graph and eagerly.
https://www.tensorflow.org/api_docs/python/tf/compat/v1/data/make_one_shot_iterator

## Numbers

Same. Fourteen datasets give the same elements, types and shapes in both versions
(`tests/compat/tables/test_same_meaning.py`).

## What it leaves to you

`output_types` and `output_shapes` of an object that the file does not show to be a dataset or an iterator of one.
In eager code, `for row in dataset` needs no iterator.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import own_names
from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.graph_mode import swap
from codemods.analysis.object_types import DATASET, V1_DATASET, Receiver, Unknown, origin_of
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import with_args
from codemods.source.canonical_names import V1, below
from codemods.source.file import File
from codemods.types import Edit, Import, rule

_MAKERS = ("make_one_shot_iterator", "make_initializable_iterator")
_PROPERTIES = ("output_types", "output_shapes", "output_classes")
_ROOT, _SHIMS = "tensorflow", "compat.tensorflow"
_DATA = "tensorflow.data"
_STRATEGIES = "tensorflow.contrib.distribute"


@rule(
    "TFM104",
    example="""
    import tensorflow as tf

    def input_fn():
        dataset = tf.data.Dataset.range(10).batch(2)
        return dataset.make_one_shot_iterator().get_next()
    """,
)
def dataset_iterators(file: File) -> Iterator[Edit]:
    """Call the function with the dataset in place of the method of the dataset."""
    for call in file.calls:
        method = call.func
        if isinstance(method, cst.Attribute) and method.attr.value in _MAKERS and _has_method(file, method):
            name = method.attr.value
            tensorflow, imports = _tensorflow(file, call)
            said = f"datasets have no {name}() in TensorFlow 2: {name} is a function of tf.compat.v1.data"
            function = cst.parse_expression(f"{tensorflow}.data.{name}")
            made = with_args(call, [cst.Arg(method.value), *call.args]).with_changes(func=function)
            yield Edit(call, said, ((call, made),), imports)
    for node in file.attributes:
        if node.attr.value in _PROPERTIES and _has_property(file, node):
            name = f"get_{node.attr.value}"
            tensorflow, imports = _tensorflow(file, node)
            said = f"datasets have no {node.attr.value} in TensorFlow 2: {name} is a function of tf.compat.v1.data"
            function = cst.parse_expression(f"{tensorflow}.data.{name}")
            yield Edit(node, said, ((node, cst.Call(function, [cst.Arg(node.value)])),), imports)


def _tensorflow(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name by which the file has TensorFlow: itself, `tf.compat.v1`, or the shims."""
    names = {imported.qualified for imported in file.imports}
    root = next((each for each in (_SHIMS, _ROOT, V1) if each in names), _ROOT)
    return bind_module(file, root, "tf", at)


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
    if file.reference(node) is not None or not _is_read(file, node):
        return False
    if evidence(file, node.value, Kind.DATASET) is Evidence.CERTAIN:
        origin = origin_of(file, node.value)
        return isinstance(origin, Receiver) and _is_modern(file, origin)
    if swap(file) is not None:
        return False
    values = file.definitions(node.value) if isinstance(node.value, cst.Name) else None
    return bool(values) and all(_makes_iterator(file, each) for each in values or ())


def _is_read(file: File, node: cst.Attribute) -> bool:
    parent = file.parent(node)
    return not isinstance(parent, cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.Del)


def _makes_iterator(file: File, value: cst.BaseExpression) -> bool:
    if not isinstance(value, cst.Call):
        return False
    reference = file.reference(value.func)
    if reference is not None:
        return reference.spelling.in_tensorflow_1 in [f"{_DATA}.{name}" for name in _MAKERS]
    return isinstance(value.func, cst.Attribute) and value.func.attr.value in _MAKERS
