"""The functions of a file that `compile` is given as losses and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.flow.self_attributes import is_self, values_of_attribute
from codemods.analysis.objects.own_calls import calls_of
from codemods.analysis.replicas.replica_functions import named_functions
from codemods.source.arguments import bind
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
    """Each method that a `compile` of the file gets in one of these parameters: `loss=self.own_loss`, `Own.metric`."""
    given = (each for value, _ in _given(file, parameters) for each in _reached(file, value, _DEPTH))
    named = (_method(file, each) for each in given if isinstance(each, cst.Attribute))
    return [*dict.fromkeys(each for each in named if each is not None)]


def _method(file: File, node: cst.Attribute) -> cst.FunctionDef | None:
    """The method of `self`, or of a class of the file: `Own.metric`, `Own().metric`."""
    found = named_functions(file, node)
    if found:
        return found[0]
    owner = node.value.func if isinstance(node.value, cst.Call) else node.value
    named = _named(file, owner)
    return own_method(named, node.attr.value) if isinstance(named, cst.ClassDef) else None


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
    for each in _reached(file, node, depth):
        if isinstance(each, cst.FunctionDef | cst.Lambda) and len(each.params.params) >= least:
            yield each


def names_behind(file: File, *parameters: str) -> Iterator[tuple[cst.Name | cst.Attribute, cst.Call]]:
    """The names in what each `compile` gets in these parameters that nothing in the file binds, with the call."""
    for given, call in _given(file, parameters):
        for each in _reached(file, given, _DEPTH):
            if isinstance(each, cst.Name | cst.Attribute) and not any(True for _ in _parts(file, each)):
                yield each, call


def calls_behind(file: File, *parameters: str) -> Iterator[cst.Call]:
    """The calls that make what each `compile` of the file gets in these parameters: `loss=yolo_loss(boxes)`."""
    yield from (each for each, _ in made_by_calls(file, *parameters))


def made_by_calls(file: File, *parameters: str) -> Iterator[tuple[cst.Call, cst.Call]]:
    """The same, each with the call of `compile`."""
    for given, call in _given(file, parameters):
        yield from ((each, call) for each in _reached(file, given, _DEPTH) if isinstance(each, cst.Call))


def _reached(file: File, node: cst.CSTNode, depth: int) -> Iterator[cst.CSTNode]:
    """What an expression stands for or lists, in the order of the source; a name once for its scope."""
    seen: set[object] = set()
    pending = [(node, depth)]
    while pending:
        current, left = pending.pop()
        key = (current.value, file.scope(current)) if isinstance(current, cst.Name) else current
        if key in seen:
            continue
        seen.add(key)
        yield current
        if left and not isinstance(current, cst.FunctionDef | cst.Lambda | cst.ClassDef):
            pending += [(each, left - 1) for each in _parts(file, current)][::-1]


def _parts(file: File, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What the elements of lists are, what names stand for, and what the functions return that are called."""
    if isinstance(node, cst.List | cst.Tuple | cst.Dict):
        yield from (each.value for each in node.elements)
    elif isinstance(node, cst.BinaryOperation):
        yield from (node.left, node.right)
    elif isinstance(node, cst.ListComp):
        yield node.elt
    elif isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        yield from values_of_attribute(file, node) or ()
    elif isinstance(node, cst.Name):
        yield from _bound(file, node)
    elif isinstance(node, cst.Call) and file.qualified_name(node.func) == "functools.partial" and node.args:
        yield node.args[0].value
    elif isinstance(node, cst.Call):
        for maker in _makers(file, node.func):
            for statement in nodes(maker.body, cst.Return):
                if statement.value is not None and file.function(statement) is maker:
                    yield statement.value


def _bound(file: File, name: cst.Name) -> Iterator[cst.CSTNode]:
    """The functions and values that are bound to a name, and what a list of that name gets beside."""
    for binding in file.assignments(name):
        value = file.assigned_value(binding)
        above = file.parent(binding.node) if binding.node is not None else None
        if value is not None:
            yield value
        elif isinstance(above, cst.AugAssign):
            yield above.value
        elif isinstance(binding.node, cst.Param):
            yield from _passed(file, binding.node)
        elif isinstance(binding.node, cst.FunctionDef | cst.ClassDef):
            yield binding.node
        for use in binding.uses:
            yield from _added(file, use)


def _passed(file: File, param: cst.Param) -> Iterator[cst.CSTNode]:
    """The default of a parameter, and what the file passes for it."""
    if param.default is not None:
        yield param.default
    function = file.function(param)
    names = [each.name.value for each in function.params.params] if isinstance(function, cst.FunctionDef) else []
    for call, skipped in calls_of(file, function) if isinstance(function, cst.FunctionDef) else ():
        bound = bind(call, *names[skipped:]) or {}
        if param.name.value in bound:
            yield bound[param.name.value].value


def _added(file: File, use: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What `name.append(value)` adds to a list."""
    method = file.parent(use)
    call = file.parent(method) if isinstance(method, cst.Attribute) and method.value is use else None
    if isinstance(call, cst.Call) and isinstance(method, cst.Attribute) and call.func is method:
        if method.attr.value in ("append", "extend") and len(call.args) == 1:
            yield call.args[0].value


def _makers(file: File, node: cst.BaseExpression) -> list[cst.FunctionDef]:
    """The function, or the method of `self`, that is called to make another one."""
    if isinstance(node, cst.Attribute):
        return named_functions(file, node)
    named = _named(file, node)
    return [named] if isinstance(named, cst.FunctionDef) else []


def _named(file: File, node: cst.BaseExpression) -> cst.CSTNode | None:
    """The value or the function that a name stands for."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None:
        return None
    value = file.assigned_value(binding)
    return value if value is not None else binding.node
