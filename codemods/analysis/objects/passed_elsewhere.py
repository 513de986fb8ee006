"""What the modules that import a file pass to the parameters of its functions, methods and classes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.project_classes import lineage_of
from codemods.source.arguments import bind
from codemods.source.file import File, once_per_file

_START = "__init__"
_MOST = 16
"""The most modules that may name a function: one of a library is passed anything."""


class Passed(NamedTuple):
    """A value that another module passes."""

    module: File
    value: cst.BaseExpression


def passed_elsewhere(file: File, param: cst.Param) -> list[Passed] | None:
    """The values that importers pass for a parameter; None if one of their calls does not show what it passes."""
    function = file.function_of(param)
    if function is None or param not in function.params.params:
        return []
    names = [each.name.value for each in function.params.params][file.enclosing_class(function) is not None :]
    found: list[Passed] = []
    for module, call in calls_elsewhere(file, function):
        bound = bind(call, *names)
        if bound is None:
            return None
        if param.name.value in bound:
            found.append(Passed(module, bound[param.name.value].value))
    return found


@once_per_file
def calls_elsewhere(file: File, function: cst.FunctionDef) -> list[tuple[File, cst.Call]]:
    """The calls of importers that run a function of the file, or a method of one of its classes; none if many do."""
    owner = file.enclosing_class(function)
    top = function if owner is None else owner
    if file.parent(top) is not file.module or (owner is not None and function not in owner.body.body):
        return []
    name = function.name.value
    is_plain = owner is None or name == _START
    asked = (f"{top.name.value}(",) if is_plain else (f".{name}(", top.name.value)
    importers = [*islice(file.project.importers(*asked), _MOST + 1)]
    if len(importers) > _MOST:
        return []
    if is_plain or owner is None:
        return [(each, call) for each in importers for call in _calls_of(each, file, top)]
    return [(each, call) for each in importers for call in each.calls if _runs(each, call, file, owner, name)]


def _calls_of(module: File, file: File, top: cst.FunctionDef | cst.ClassDef) -> Iterator[cst.Call]:
    """The calls in a module of a function or a class of the file."""
    name = top.name.value
    names = {name, *(each.local for each in module.imports if each.qualified.endswith(f".{name}"))}
    for call in module.calls:
        last = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
        found = definition(module, call.func) if isinstance(last, cst.Name) and last.value in names else None
        if found is not None and found[0].project.home == file.project.home and found[1].name.value == name:
            yield call


def _runs(module: File, call: cst.Call, file: File, owner: cst.ClassDef, name: str) -> bool:
    """True for a method of an object whose class is `owner`, or derives from it, and has no other such method."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != name:
        return False
    for each in lineage_of(module, call.func.value):
        if each.module.project.home == file.project.home and each.owner.name.value == owner.name.value:
            return True
        if own_method(each.owner, name) is not None:
            return False
    return False
