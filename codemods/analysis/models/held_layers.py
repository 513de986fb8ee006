"""The layers that the `Sequential` models of a file hold, by whatever list, loop or name they get there."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import assigned, places_of, same_attributes
from codemods.analysis.models.model_outputs import is_sequential
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.provenance import called_function
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_SEQUENTIAL = ("keras.models.Sequential", "keras.Sequential")
_GROWING = ("append", "extend", "insert")
_PASSED_ON = ("list", "tuple", "reversed", "sorted", "sum", "filter")


@once_per_file
def held_layers(file: File) -> list[cst.Call]:
    """The calls that may make a layer of a `Sequential`, in source order."""
    pending = [*_given(file)]
    seen: set[int] = set()
    found: dict[int, cst.Call] = {}
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, cst.Call):
            found[id(node)] = node
        pending += _behind(file, node)
    return sorted(found.values(), key=file.order)


def _given(file: File) -> Iterator[cst.BaseExpression]:
    """The arguments of `Sequential` and of `model.add`."""
    for call in file.calls:
        is_added = isinstance(call.func, cst.Attribute) and method_of(call) == "add"
        if is_added and call.args and isinstance(call.func, cst.Attribute) and is_sequential(file, call.func.value):
            yield call.args[0].value
        elif file.symbol(call.func) in _SEQUENTIAL:
            yield from (arg.value for arg in call.args)


def _behind(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The expressions that hold what an expression gives, or a part of it."""
    if isinstance(node, cst.List | cst.Tuple):
        return [each.value for each in node.elements]
    if isinstance(node, cst.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return [node.left, node.right]
    if isinstance(node, cst.ListComp | cst.GeneratorExp):
        return [node.elt]
    if isinstance(node, cst.Subscript):
        return [node.value]
    if isinstance(node, cst.Call):
        return _behind_call(file, node)
    if isinstance(node, cst.Name):
        return _of_name(file, node)
    return _of_attribute(file, node) if isinstance(node, cst.Attribute) else []


def _behind_call(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """What a function of the file returns, and what a builtin hands on."""
    if file.is_builtin(call.func, *_PASSED_ON):
        return [arg.value for arg in call.args]
    function = called_function(file, call)
    returned = nodes(function.body, cst.Return) if function is not None else ()
    return [each.value for each in returned if each.value is not None]


def _of_name(file: File, name: cst.Name) -> list[cst.BaseExpression]:
    """What is bound to a name, what a loop gives it, and what its list gets."""
    found: list[cst.BaseExpression] = []
    for binding in file.assignments(name):
        value = file.assigned_value(binding) or loop_iterable(file, binding.node)
        found += [value] if value is not None else []
    return [*found, *_grown(file, places_of(file, name))]


def _of_attribute(file: File, node: cst.Attribute) -> list[cst.BaseExpression]:
    values = (assigned(file, each) for each in same_attributes(file, node))
    found = [each.whole for each in values if each is not None]
    return [*found, *_grown(file, places_of(file, node))]


def _grown(file: File, uses: list[cst.CSTNode]) -> Iterator[cst.BaseExpression]:
    """What `append` and its kin put into a list, and `+=`."""
    for use in uses:
        above = file.parent(use)
        call = file.parent(above) if isinstance(above, cst.Attribute) and above.attr.value in _GROWING else None
        if isinstance(call, cst.Call) and call.args:
            yield call.args[-1].value
        if isinstance(above, cst.AugAssign) and above.target is use:
            yield above.value
