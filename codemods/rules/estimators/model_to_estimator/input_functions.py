"""Call the `input_fn` of an Estimator where Keras expects a dataset, if that is what it returns."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.object_types import DATASET_STEPS
from codemods.source.file import File
from codemods.source.walk import nodes

_DATASETS = "tensorflow.data."
_CREATED = ("Dataset", "TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset")


def called(file: File, node: cst.BaseExpression) -> str:
    """The code that makes the dataset of an `input_fn`; raises `Declined` if it may return something else."""
    expression, code = _call(file, node)
    if not _is_dataset(file, expression, frozenset()):
        raise Declined(node, "input_fn may not return a dataset of features and labels")
    return code


def _call(file: File, node: cst.BaseExpression) -> tuple[cst.BaseExpression, str]:
    if isinstance(node, cst.Lambda) and not _parameters(node.params):
        return node.body, file.code(node.body)
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        if isinstance(value, cst.Lambda):
            return value.body, f"{node.value}()"
        function = _function(file, node)
        if function is not None and not any(param.default is None for param in _parameters(function.params)):
            return cst.Call(node), f"{node.value}()"
    raise Declined(node, "input_fn is not a function of this file that takes no arguments")


def _parameters(parameters: cst.Parameters) -> list[cst.Param]:
    stars = [each for each in (parameters.star_arg, parameters.star_kwarg) if isinstance(each, cst.Param)]
    return [*parameters.posonly_params, *parameters.params, *parameters.kwonly_params, *stars]


def _function(file: File, node: cst.Name) -> cst.FunctionDef | None:
    binding = file.only_binding(node)
    found = binding.node if binding is not None else None
    plain = isinstance(found, cst.FunctionDef) and not found.decorators and found.asynchronous is None
    return found if plain and isinstance(found, cst.FunctionDef) else None


def _is_dataset(file: File, node: cst.BaseExpression, seen: frozenset[cst.CSTNode]) -> bool:
    """True if every value that reaches `node` is a dataset that this file makes without dictionaries."""
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        return values is not None and all(value in seen or _is_dataset(file, value, seen | {value}) for value in values)
    if not isinstance(node, cst.Call):
        return False
    if any(True for _ in nodes(node, cst.Dict, cst.DictComp)):
        return False
    reference = file.reference(node.func)
    if reference is not None:
        plain = reference.spelling.in_tensorflow_1
        return plain.startswith(_DATASETS) and plain.removeprefix(_DATASETS).split(".")[0] in _CREATED
    if isinstance(node.func, cst.Attribute) and node.func.attr.value in DATASET_STEPS:
        return _is_dataset(file, node.func.value, seen)
    function = _function(file, node.func) if isinstance(node.func, cst.Name) and node.func.value else None
    return function is not None and function not in seen and _returns_dataset(file, function, seen | {function})


def _returns_dataset(file: File, function: cst.FunctionDef, seen: frozenset[cst.CSTNode]) -> bool:
    own = [each for each in nodes(function.body, cst.Return) if file.function(each) is function]
    if not own or any(True for _ in nodes(function.body, cst.Dict, cst.Yield)):
        return False
    return all(each.value is not None and _is_dataset(file, each.value, seen) for each in own)
