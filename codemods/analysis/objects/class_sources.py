"""What a name or attribute that is called may hold: from loops, parameters, `self`, the class body and `dict(...)`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.own_classes import heirs, own_method
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.source.file import File, once_per_file
from codemods.source.scopes import Binding

_START = "__init__"


def sources(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The expressions whose values reach `node`, as far as the file goes; None if it does not show one of them."""
    if isinstance(node, cst.Name):
        return _together([_of_binding(file, each) for each in file.assignments(node)])
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        return _of_class(file, owner, node.attr.value) if owner is not None else None
    return None


def prepared(file: File, call: cst.Call) -> cst.BaseExpression | None:
    """The callable that `functools.partial` is given; None for any other call."""
    is_partial = file.qualified_name(call.func) == "functools.partial" and bool(call.args) and not call.args[0].star
    return call.args[0].value if is_partial else None


def held(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The values of a list or dictionary."""
    return elements(file, node)


def _together(found: list[list[cst.BaseExpression] | None]) -> list[cst.BaseExpression] | None:
    values: list[cst.BaseExpression] = []
    for each in found:
        if each is None:
            return None
        values += each
    return values or None


def _of_binding(file: File, binding: Binding) -> list[cst.BaseExpression] | None:
    value = file.assigned_value(binding)
    if value is not None:
        return [value]
    if isinstance(binding.node, cst.Param):
        return passed(file, binding.node)
    iterable = loop_iterable(file, binding.node)
    return held(file, iterable) if iterable is not None else None


def _of_class(file: File, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression] | None:
    values = assigned_to_self(file, owner, name)
    return [*values, *assigned_in_class(owner, name)] or None if values is not None else None


def assigned_in_class(owner: cst.ClassDef, name: str) -> list[cst.BaseExpression]:
    """The values that the body of a class gives to a name."""
    lines = (line.body for line in owner.body.body if isinstance(line, cst.SimpleStatementLine))
    return [
        each.value
        for line in lines
        for each in line
        if isinstance(each, cst.Assign | cst.AnnAssign) and each.value is not None and _binds(each, name)
    ]


def _binds(assign: cst.Assign | cst.AnnAssign, name: str) -> bool:
    targets = assign.targets if isinstance(assign, cst.Assign) else (assign,)
    return any(_is_name(each.target, name) for each in targets)


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name


def passed(file: File, param: cst.Param) -> list[cst.BaseExpression] | None:
    """The default of a parameter, and what the calls in the file pass for it; None if something else may call it."""
    function = file.function_of(param)
    if function is None:
        return None
    names = [each.name.value for each in function.params.params]
    owner = file.enclosing_class(function)
    calls = (
        calls_of_method(file, owner, function)
        if owner is not None
        else _calls_by_name(file).get(function.name.value, [])
    )
    if param.name.value not in names or calls is None:
        return None
    place = names.index(param.name.value) - (owner is not None)
    values = [param.default] if param.default is not None else []
    for call in calls:
        if any(arg.star for arg in call.args):
            return None
        places = [arg.value for arg in call.args if arg.keyword is None]
        named = [arg.value for arg in call.args if _is_name(arg.keyword or arg, param.name.value)]
        values += named or places[place : place + 1]
    return values or None


def calls_of_method(file: File, owner: cst.ClassDef, function: cst.FunctionDef) -> list[cst.Call] | None:
    """The calls that run a method; None for one that nothing in the file calls, or else does, as Keras does `call`."""
    name, derived = function.name.value, heirs(file, owner)
    if name == _START:
        made = [owner, *(each for each in derived if own_method(each, _START) is None)]
        calls = [call for each in made for call in _calls_by_name(file).get(each.name.value, ())]
        above = [call for call in _calls_by_attribute(file).get(_START, ()) if _is_of_super(file, call)]
        return [*calls, *(call for call in above if file.enclosing_class(call) in derived)]
    if owner.bases and any(not _is_name(each.value, "object") for each in owner.bases):
        return None
    if function.decorators or any(own_method(each, name) is not None for each in derived):
        return None
    calls = [each for each in _calls_by_attribute(file).get(name, []) if file.qualified_name(each.func) is None]
    return calls if calls and all(_is_one_of(file, call, [owner, *derived]) for call in calls) else None


def _is_of_super(file: File, call: cst.Call) -> bool:
    """True for `super().method(...)`."""
    above = call.func.value if isinstance(call.func, cst.Attribute) else None
    return isinstance(above, cst.Call) and file.is_builtin(above.func, "super")


def _is_one_of(file: File, call: cst.Call, classes: list[cst.ClassDef]) -> bool:
    """True for a method that is called on `self` in one of these classes, or on an object that is made of one."""
    above = call.func.value if isinstance(call.func, cst.Attribute) else None
    if isinstance(above, cst.Name) and is_self(file, above):
        return file.enclosing_class(call) in classes
    made = file.only_value(above) if isinstance(above, cst.Name) else above
    return isinstance(made, cst.Call) and any(_is_name(made.func, each.name.value) for each in classes)


@once_per_file
def _calls_by_name(file: File) -> dict[str, list[cst.Call]]:
    found: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Name):
            found.setdefault(call.func.value, []).append(call)
    return found


@once_per_file
def _calls_by_attribute(file: File) -> dict[str, list[cst.Call]]:
    found: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Attribute):
            found.setdefault(call.func.attr.value, []).append(call)
    return found
