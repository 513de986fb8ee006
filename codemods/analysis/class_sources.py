"""What a name or attribute that is called may hold: from loops, parameters, `self`, the class body and `dict(...)`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.elements import elements, loop_iterable
from codemods.analysis.self_attributes import assigned_to_self, is_self
from codemods.source.file import File, once_per_file
from codemods.source.scopes import Binding


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
    if values is None:
        return None
    for line in owner.body.body:
        for each in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(each, cst.Assign) and any(_is_name(target.target, name) for target in each.targets):
                values = [*values, each.value]
    return values or None


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name


def passed(file: File, param: cst.Param) -> list[cst.BaseExpression] | None:
    """The default of a parameter, and what the calls in the file pass for it; None for methods but `__init__`."""
    above = file.parent(param)
    function = file.parent(above) if above is not None else None
    if not isinstance(function, cst.FunctionDef):
        return None
    owner = file.enclosing_class(function)
    names = [each.name.value for each in function.params.params]
    if param.name.value not in names or (owner is not None and function.name.value != "__init__"):
        return None
    called = owner.name.value if owner is not None else function.name.value
    place = names.index(param.name.value) - (owner is not None)
    values = [param.default] if param.default is not None else []
    for call in _calls_by_name(file).get(called, ()):
        if any(arg.star for arg in call.args):
            return None
        places = [arg.value for arg in call.args if arg.keyword is None]
        named = [arg.value for arg in call.args if _is_name(arg.keyword or arg, param.name.value)]
        values += named or places[place : place + 1]
    return values or None


@once_per_file
def _calls_by_name(file: File) -> dict[str, list[cst.Call]]:
    found: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Name):
            found.setdefault(call.func.value, []).append(call)
    return found
