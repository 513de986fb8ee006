"""Report `==` and `!=` of tensors in the functions of a dataset, which compare their elements in TensorFlow 2.

## What it does

In a file of TensorFlow 1 that does not go on building graphs, reports comparisons of what `Dataset.map`, `filter`,
`flat_map` and `interleave` hand to a function.

## Why

In TensorFlow 1, `x % 2 == 0` asked whether this is the same object, and was False: `if` never took that branch.
Today it compares the elements, and AutoGraph makes a condition of it.
https://www.tensorflow.org/api_docs/python/tf/compat/v1/disable_tensor_equality

## Numbers

They can differ: `tests/behaviour` has those of all releases.

## What it leaves to you

Every reported comparison. Other tensors, whose class the file does not show, are not looked at. Scripts that go on with
`tf.disable_v2_behavior()` compare as before.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import is_in_graph_mode
from codemods.analysis.objects.object_types import DATASET, DATASET_STEPS, V1_DATASET, Receiver, origin_of
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.analysis.replicas.replica_functions import named_functions
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_STEPS = frozenset(("filter", "flat_map", "interleave", "map"))
_SWITCHES = frozenset(("disable_tensor_equality", "disable_v2_behavior"))
_Function = cst.FunctionDef | cst.Lambda


@rule(
    "TFM267",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    tf.enable_eager_execution()
    dataset = tf.data.Dataset.range(4).map(lambda x: 1 if x % 2 == 0 else x)
    """,
    severity=Severity.NUMBERS,
)
def compared_tensors(file: File) -> Iterator[Manual]:
    """Only where the file shows the dataset and the function."""
    if not is_written_for_tensorflow_1(file) or is_in_graph_mode(file) or _keeps_identity(file):
        return
    functions = dict.fromkeys(each for call in file.calls for each in _functions(file, call))
    for comparison in (each for function in functions for each in _comparisons(file, function)):
        sign = "==" if isinstance(comparison.comparisons[0].operator, cst.Equal) else "!="
        was = sign == "!="
        said = f"{sign} compares the elements of tensors today; in TensorFlow 1 it asked for the same object: {was}"
        yield Manual(comparison, DATASET, said, f"write {was} to keep that, tf.equal where the elements are meant")


def _keeps_identity(file: File) -> bool:
    return any(each.canonical.rpartition(".")[2] in _SWITCHES for each in file.all_references())


def _functions(file: File, call: cst.Call) -> list[_Function]:
    """The functions of the file that a call hands the elements of a dataset."""
    method = call.func
    if not isinstance(method, cst.Attribute) or method.attr.value not in _STEPS or not call.args:
        return []
    if call.args[0].star or not _is_dataset(file, method.value):
        return []
    value = call.args[0].value
    return [value] if isinstance(value, cst.Lambda) else [*named_functions(file, value)]


def _is_dataset(file: File, node: cst.BaseExpression, seen: frozenset[str] = frozenset()) -> bool:
    """True for a dataset, also under a name that is bound to its own steps: `d = d.map(f)`."""
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return origin.is_a(DATASET) or origin.is_a(V1_DATASET)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in DATASET_STEPS:
        return _is_dataset(file, node.func.value, seen)
    if not isinstance(node, cst.Name):
        return False
    if node.value in seen:
        return True
    values = file.definitions(node) or []
    return bool(values) and all(_is_dataset(file, each, seen | {node.value}) for each in values)


def _comparisons(file: File, function: _Function) -> Iterator[cst.Comparison]:
    names = {each.name.value for each in (*function.params.params, *function.params.posonly_params)}
    for comparison in file.every(cst.Comparison):
        if function not in file.ancestors(comparison) or len(comparison.comparisons) != 1:
            continue
        target = comparison.comparisons[0]
        sides = (comparison.left, target.comparator)
        if isinstance(target.operator, cst.Equal | cst.NotEqual) and not any(map(_is_none, sides)):
            owner = next((each for each in file.ancestors(comparison) if isinstance(each, _Function)), None)
            if owner is function and any(_is_tensor(each, names) for each in sides):
                yield comparison


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _is_tensor(node: cst.BaseExpression, names: set[str]) -> bool:
    """True for a parameter, a part of one, and what is computed with one."""
    if isinstance(node, cst.BinaryOperation):
        return _is_tensor(node.left, names) or _is_tensor(node.right, names)
    if isinstance(node, cst.Subscript):
        return _is_tensor(node.value, names)
    return isinstance(node, cst.Name) and node.value in names
