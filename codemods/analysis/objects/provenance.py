"""Where the value of an expression comes from: names, parameters, and what functions of the file return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned, is_self
from codemods.analysis.flow.strategy_scopes import opened_scopes
from codemods.analysis.flow.unpacking import Unpacked, unpacked
from codemods.analysis.objects.class_sources import calls_of_method
from codemods.analysis.objects.object_types import Own, Receiver, origin_of
from codemods.analysis.objects.passed_elsewhere import Passed, passed_elsewhere
from codemods.source.arguments import bind
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import nodes


class Step(NamedTuple):
    """An expression that another one may have its value from; `name` is bound to it by `statement`, if by any.

    `part` is the place of the value in the tuple that the expression gives; None for the value itself.
    """

    value: cst.BaseExpression
    name: str = ""
    statement: cst.BaseStatement | None = None
    part: int | None = None


def steps_back(file: File, node: cst.BaseExpression, part: int | None = None) -> list[Step] | None:
    """All expressions that `node` may have its value from; [] for one that makes it, None if the file does not tell."""
    if isinstance(node, cst.IfExp):
        return [Step(node.body, part=part), Step(node.orelse, part=part)]
    if isinstance(node, cst.BooleanOperation):
        return [Step(node.left, part=part), Step(node.right, part=part)]
    if isinstance(node, cst.Tuple) and part is not None:
        return [Step(node.elements[part].value)] if part < len(node.elements) else None
    if isinstance(node, cst.Call):
        return _returned(file, node, part)
    if isinstance(node, cst.Name) and node.value not in ("None", "True", "False"):
        return _of_bindings(file, node)
    if isinstance(node, cst.Attribute) and name_of(node) is not None and file.reference(node) is None:
        return _of_attribute(file, node)
    return []


def leaves(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The expressions that make the values of `node`; None if the file does not show all."""
    found: list[cst.BaseExpression] = []
    pending: list[Step] = [Step(node)]
    seen: set[object] = set()
    while pending:
        step = pending.pop()
        if place(file, step.value) in seen:
            continue
        seen.add(place(file, step.value))
        steps = steps_back(file, step.value, step.part)
        if steps is None or (not steps and step.part is not None):
            return None
        if not steps:
            found.append(step.value)
        pending += steps[::-1]
    return found


def place(file: File, node: cst.BaseExpression) -> object:
    """What is the same for all uses of one variable, and for nothing else."""
    if isinstance(node, cst.Name):
        return file.variable(node)
    if isinstance(node, cst.Attribute) and (owner := _class_of(file, node.value)) is not None:
        return (id(owner), node.attr.value)
    root: cst.BaseExpression = node
    while isinstance(root, cst.Attribute):
        root = root.value
    if not isinstance(node, cst.Attribute) or not isinstance(root, cst.Name):
        return id(node)
    path = (name_of(node) or "").partition(".")[2]
    return (id(file.enclosing_class(node)) if is_self(file, root) else file.variable(root), path)


def calls_of(file: File, function: cst.FunctionDef) -> list[cst.Call]:
    """The calls of a function by its name, or of a method on the first parameter of another method."""
    return _calls_by_function(file).get(function, [])


def calls_anywhere(file: File, function: cst.FunctionDef) -> list[cst.Call]:
    """The calls of a function; of a method that its own class does not call, those on objects of the class."""
    owner = _class_with(file, function)
    return calls_of(file, function) or (calls_of_method(file, owner, function) if owner is not None else None) or []


def given_by_calls(file: File, function: cst.FunctionDef) -> list[str]:
    """The names of the parameters that calls give by position: all but the `self` of a method."""
    names = [each.name.value for each in (*function.params.posonly_params, *function.params.params)]
    return names[1:] if _class_with(file, function) is not None else names


def passed_anywhere(file: File, param: cst.Param) -> list[Passed | None]:
    """What the calls of a function pass for a parameter, those of importers included; None where a call shows nothing.

    Nothing for `*args` and `**kwargs`, and for the parameters of a lambda.
    """
    function = file.function_of(param)
    if function is None or param in (function.params.star_arg, function.params.star_kwarg):
        return []
    names, name = given_by_calls(file, function), param.name.value
    bound = [(bind(call, *names) or {}).get(name) for call in calls_anywhere(file, function)]
    own = [Passed(file, arg.value) if arg is not None else None for arg in bound]
    return [*own, *(passed_elsewhere(file, param) or ())]


def _class_with(file: File, function: cst.FunctionDef) -> cst.ClassDef | None:
    """The class that has a function as a method."""
    owner = file.enclosing_class(function)
    return owner if owner is not None and function in owner.body.body else None


def called_function(file: File, call: cst.Call) -> cst.FunctionDef | None:
    """The function of the file that a call runs."""
    if isinstance(call.func, cst.Name):
        binding = file.only_binding(call.func)
        return binding.node if binding is not None and isinstance(binding.node, cst.FunctionDef) else None
    owner = file.enclosing_class(call)
    if owner is None or not isinstance(call.func, cst.Attribute) or name_of(call.func.value) != "self":
        return None
    found = [
        each
        for each in owner.body.body
        if isinstance(each, cst.FunctionDef) and each.name.value == call.func.attr.value and not each.decorators
    ]
    return found[0] if len(found) == 1 else None


@once_per_file
def is_generator(file: File, function: cst.FunctionDef) -> bool:
    """True if a function yields."""
    return any(file.function(each) is function for each in nodes(function.body, cst.Yield))


@once_per_file
def _calls_by_function(file: File) -> dict[cst.FunctionDef, list[cst.Call]]:
    found: dict[cst.FunctionDef, list[cst.Call]] = {}
    for call in file.calls:
        function = called_function(file, call)
        if function is not None:
            found.setdefault(function, []).append(call)
    return found


def _returned(file: File, call: cst.Call, part: int | None) -> list[Step] | None:
    function = called_function(file, call)
    if function is None:
        return []
    if is_generator(file, function):
        return []
    values = _values_returned(file, function)
    if not values or function.decorators or function.asynchronous or any(value is None for value in values):
        return None
    return [Step(value, part=part) for value in values if value is not None]


@once_per_file
def _values_returned(file: File, function: cst.FunctionDef) -> list[cst.BaseExpression | None]:
    return [each.value for each in nodes(function.body, cst.Return) if file.function(each) is function]


def _of_bindings(file: File, name: cst.Name) -> list[Step] | None:
    found: list[Step] = []
    for binding in file.assignments(name):
        steps = _of_binding(file, binding)
        if steps is None:
            return None
        found += steps
    return found or None


def _of_binding(file: File, binding: Binding) -> list[Step] | None:
    if isinstance(binding.node, cst.Param):
        return _passed(file, binding.node)
    value = file.assigned_value(binding)
    if value is not None and binding.node is not None:
        return [Step(value, binding.name, file.statement(binding.node))]
    return _unpacked(file, binding)


def _unpacked(file: File, binding: Binding) -> list[Step] | None:
    """The step of `name, other = value`."""
    found = unpacked(file, binding.node)
    if found is None or len(found.path) > 1 or binding.node is None:
        return None
    return [Step(found.whole, binding.name, file.statement(binding.node), *found.path)]


def _passed(file: File, param: cst.Param) -> list[Step] | None:
    """What the calls in the file pass for a parameter; None if there are none, or one cannot be read."""
    function = file.function(param)
    if not isinstance(function, cst.FunctionDef) or param in (function.params.star_arg, function.params.star_kwarg):
        return None
    names = given_by_calls(file, function)
    found: list[Step] = []
    for call in calls_anywhere(file, function):
        bound = bind(call, *names)
        if bound is None:
            return None
        arg = bound.get(param.name.value)
        value = arg.value if arg is not None else param.default
        if value is None:
            return None
        found.append(Step(value))
    return found or None


def _of_attribute(file: File, node: cst.Attribute) -> list[Step] | None:
    """The assignments to the same attribute of `self` in the class of the object."""
    owner, name = _class_of(file, node.value), f"self.{node.attr.value}"
    found = [
        Step(given.whole, name, file.statement(target), *given.path)
        for target, given in _attribute_targets(file)
        if name_of(target) == name and file.enclosing_class(target) is owner
    ]
    return found or None if owner is not None else None


def _class_of(file: File, node: cst.BaseExpression) -> cst.ClassDef | None:
    """The class of the file that an object has."""
    if name_of(node) == "self":
        return file.enclosing_class(node)
    origin = origin_of(file, node)
    owners = origin.owners if isinstance(origin, Own) else origin.derived if isinstance(origin, Receiver) else ()
    return owners[0] if len(owners) == 1 else None


@once_per_file
def _attribute_targets(file: File) -> list[tuple[cst.Attribute, Unpacked]]:
    """The attributes that assignments bind, each with what it is given, a part of a tuple at the most."""
    found = [(each, given) for each in file.attributes if (given := assigned(file, each)) is not None]
    return [(each, given) for each, given in found if len(given.path) <= 1]


def scopes_at(file: File, node: cst.CSTNode, depth: int = 4) -> Iterator[cst.Call | None]:
    """The calls `strategy.scope()` of the scopes in which `node` is evaluated; None where it is evaluated in none.

    A scope around the calls of a function is one around its body.
    """
    for above in file.ancestors(node):
        scope = next(opened_scopes(above), None)
        if scope is not None:
            yield scope
            return
        if isinstance(above, cst.FunctionDef):
            calls = calls_of(file, above) if depth else []
            for call in calls:
                yield from scopes_at(file, call, depth - 1)
            if not calls:
                yield None
            return
    yield None
