"""The functions of a file that `compile` is given as losses and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import libcst as cst

from codemods.analysis.replica_functions import named_functions
from codemods.analysis.training_calls import training_calls
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

Function: TypeAlias = cst.FunctionDef | cst.Lambda
METRICS = ("metrics", "weighted_metrics")
_LABELS_AND_PREDICTIONS = 2
_DEPTH = 6
"""How many names, lists and calls may lie between `compile` and the function."""


@once_per_file
def compiled_functions(file: File, *parameters: str) -> dict[Function, cst.Call]:
    """Each function that a `compile` of the file gets in one of these parameters, with the first such call."""
    found: dict[Function, cst.Call] = {}
    for given, call in _given(file, parameters):
        for function in functions_behind(file, given):
            found.setdefault(function, call)
    return found


@once_per_file
def compiled_methods(file: File, *parameters: str) -> list[cst.FunctionDef]:
    """Each method that a `compile` of its class gets in one of these parameters: `loss=self.own_loss`."""
    return [*dict.fromkeys(each for given, _ in _given(file, parameters) for each in _methods(file, given))]


def _methods(file: File, node: cst.CSTNode) -> Iterator[cst.FunctionDef]:
    if isinstance(node, cst.List | cst.Tuple | cst.Dict):
        for each in node.elements:
            yield from _methods(file, each.value)
    elif isinstance(node, cst.Attribute):
        yield from named_functions(file, node)


@once_per_file
def compiled_classes(file: File, *parameters: str) -> list[cst.ClassDef]:
    """Each class of the file whose objects a `compile` of the file gets in one of these parameters."""
    return [*dict.fromkeys(each for given, _ in _given(file, parameters) for each in _made(file, given))]


def _given(file: File, parameters: tuple[str, ...]) -> Iterator[tuple[cst.BaseExpression, cst.Call]]:
    """What each `compile` of the file gets in these parameters, with the call."""
    for called in training_calls(file):
        if called.path.rpartition(".")[2] == "compile":
            args = (called.argument(name) for name in parameters)
            yield from ((arg.value, called.call) for arg in args if arg is not None)


def _made(file: File, node: cst.CSTNode, depth: int = _DEPTH) -> Iterator[cst.ClassDef]:
    """The classes of what an expression lists: `metrics=[F1(), "accuracy"]`."""
    if depth == 0:
        return
    if isinstance(node, cst.List | cst.Tuple | cst.Dict):
        for each in node.elements:
            yield from _made(file, each.value, depth - 1)
    elif isinstance(node, cst.Name):
        named = _named(file, node)
        if named is not None:
            yield from _made(file, named, depth - 1)
    elif isinstance(node, cst.Call):
        maker = _named(file, node.func)
        if isinstance(maker, cst.ClassDef):
            yield maker


def functions_behind(
    file: File, node: cst.CSTNode, depth: int = _DEPTH, *, least: int = _LABELS_AND_PREDICTIONS
) -> Iterator[Function]:
    """Those of the file with at least so many parameters, or that a call makes: `metrics=[precision(0.5)]`."""
    if isinstance(node, cst.FunctionDef | cst.Lambda):
        if len(node.params.params) >= least:
            yield node
    elif depth == 0:
        return
    elif isinstance(node, cst.List | cst.Tuple | cst.Dict):
        for each in node.elements:
            yield from functions_behind(file, each.value, depth - 1, least=least)
    elif isinstance(node, cst.Name):
        named = _named(file, node)
        if named is not None:
            yield from functions_behind(file, named, depth - 1, least=least)
    elif isinstance(node, cst.Call):
        maker = _named(file, node.func)
        if isinstance(maker, cst.FunctionDef):
            for statement in nodes(maker.body, cst.Return):
                if statement.value is not None and file.function(statement) is maker:
                    yield from functions_behind(file, statement.value, depth - 1, least=least)


def _named(file: File, node: cst.BaseExpression) -> cst.CSTNode | None:
    """The value or the function that a name stands for."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None:
        return None
    value = file.assigned_value(binding)
    return value if value is not None else binding.node
