"""What a file sets `trainable` of models to, and which models are parts of another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.compile_order import calls_on
from codemods.analysis.own_functions import function_called, parameter_of
from codemods.analysis.provenance import place
from codemods.analysis.reaching import reaching
from codemods.analysis.self_attributes import only_value_of
from codemods.source.arguments import literal
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes
from compat.tables.names.makers import MODEL_CLASSES


class Switch(NamedTuple):
    """A place that sets `trainable` of a model; `value` is None where the file does not show it."""

    at: cst.AssignTarget | cst.Call
    model: cst.BaseExpression
    value: bool | None


@once_per_file
def switches(file: File) -> list[Switch]:
    """Every assignment to the `trainable` of something with a name, and every call of an own function for that."""
    found = [*_assigned(file), *(each for call in file.calls for each in _by_function(file, call))]
    return sorted(found, key=lambda each: file.order(each.at))


def _assigned(file: File) -> Iterator[Switch]:
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        if isinstance(node, cst.Attribute) and node.attr.value == "trainable" and name_of(node.value) is not None:
            yield Switch(target, node.value, _truth(statement.value) if isinstance(statement, cst.Assign) else None)


def _by_function(file: File, call: cst.Call) -> Iterator[Switch]:
    """What `set_trainable(model, False)` sets, if the function says `model.trainable = value` of its parameters."""
    found = function_called(file, call) if call.args else None
    if found is None or found.file is not file or any(arg.star for arg in call.args):
        return
    given = {}
    for arg in call.args:
        param = parameter_of(found, call, arg)
        if param is not None:
            given[param.name.value] = arg.value
    for statement in nodes(found.function.body, cst.Assign):
        target = statement.targets[0].target
        if not isinstance(target, cst.Attribute) or target.attr.value != "trainable":
            continue
        model, value = (
            given.get(node.value, node) if isinstance(node, cst.Name) else node
            for node in (target.value, statement.value)
        )
        if model is not target.value and name_of(model) is not None:
            yield Switch(call, model, _truth(value))
            return


def _truth(value: cst.BaseExpression) -> bool | None:
    found = literal(value)
    return bool(found) if found in (True, False, 0, 1) else None


def parts(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The functions that are called, and the layers that are added, where a model is put together."""
    made = only_value_of(file, model)
    if not isinstance(made, cst.Call) or file.symbol(made.func) not in MODEL_CLASSES:
        return []
    added = [arg.value for call in calls_on(file, place(file, model)) if method_of(call) == "add" for arg in call.args]
    listed = [element.value for each in nodes(made, cst.List) for element in each.elements]
    return [*added, *listed, *(call.func for call in _calls_behind(file, made))]


def _calls_behind(file: File, made: cst.Call) -> list[cst.Call]:
    """The calls that lead to the tensors in the arguments of a call."""
    pending: list[cst.BaseExpression] = [arg.value for arg in made.args]
    seen: set[cst.BaseExpression] = set()
    found: list[cst.Call] = []
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        found += nodes(node, cst.Call)
        for name in nodes(node, cst.Name):
            values = (file.assigned_value(each) for each in reaching(file, name))
            pending += [value for value in values if value is not None]
    return found
