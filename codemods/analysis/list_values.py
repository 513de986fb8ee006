"""Whether an expression is a list, wherever the file makes it: here, by way of a name, or in a function of the file."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.batch_sources import own_function, return_values
from codemods.analysis.elements import part_of
from codemods.source.file import File, name_of
from codemods.source.scopes import Binding

_DEPTH = 6
_GROWING = ("append", "extend", "insert", "pop", "remove")


def is_list(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if every value of an expression is written out as a list of several, and the list stays as it is.

    A function may also return None, for no list.
    """
    if isinstance(node, cst.List):
        return len(node.elements) > 1
    if isinstance(node, cst.ListComp):
        return True
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "list") or _returns_lists(file, node, None, depth)
    if not isinstance(node, cst.Name):
        return False
    bindings = file.assignments(node)
    return bool(bindings) and not _grows(file, node) and all(_binds_list(file, each, depth) for each in bindings)


def _binds_list(file: File, binding: Binding, depth: int) -> bool:
    value = file.assigned_value(binding)
    if value is not None:
        return is_list(file, value, depth - 1)
    element = file.parent(binding.node) if binding.node is not None else None
    names = file.parent(element) if isinstance(element, cst.Element) else None
    target = file.parent(names) if isinstance(names, cst.Tuple) else None
    statement = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(names, cst.Tuple) or not isinstance(statement, cst.Assign) or _has_star(names.elements):
        return False
    place = next(number for number, each in enumerate(names.elements) if each is element)
    if isinstance(statement.value, cst.Tuple):
        part = part_of(statement.value, place)
        return part is not None and is_list(file, part, depth - 1)
    return isinstance(statement.value, cst.Call) and _returns_lists(file, statement.value, place, depth)


def _returns_lists(file: File, call: cst.Call, place: int | None, depth: int) -> bool:
    """True if a function of the file returns lists, or tuples with a list at this place."""
    function = own_function(file, call.func)
    if function is None or function.decorators or function.asynchronous is not None:
        return False
    found = return_values(file, function)
    if place is not None:
        parts = [part_of(each, place) if isinstance(each, cst.Tuple) else None for each in found]
        found = [each for each in parts if each is not None]
        if len(found) < len(parts):
            return False
    given = [each for each in found if name_of(each) != "None"]
    return bool(given) and all(is_list(file, each, depth - 1) for each in given)


def _has_star(parts: Sequence[cst.BaseElement]) -> bool:
    return any(isinstance(each, cst.StarredElement) for each in parts)


def _grows(file: File, name: cst.Name) -> bool:
    return any(
        isinstance(attribute.value, cst.Name)
        and attribute.value.value == name.value
        and attribute.attr.value in _GROWING
        and file.assignments(attribute.value) == file.assignments(name)
        for attribute in file.attributes
    )
