"""Whether an expression is a list, wherever the file makes it: here, by way of a name, or in a function of the file."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import own_function, return_values
from codemods.analysis.flow.unpacking import Path, part_of, unpacked
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
        return file.is_builtin(node.func, "list") or _returns_lists(file, node, (), depth)
    if not isinstance(node, cst.Name):
        return False
    bindings = file.assignments(node)
    return bool(bindings) and not _grows(file, node) and all(_binds_list(file, each, depth) for each in bindings)


def is_list_object(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if an expression is a list, of whatever length, also one that grows."""
    if isinstance(node, cst.List | cst.ListComp):
        return True
    if not depth:
        return False
    if isinstance(node, cst.Name):
        values = [file.assigned_value(each) for each in file.assignments(node)]
        return bool(values) and all(each is not None and is_list_object(file, each, depth - 1) for each in values)
    if not isinstance(node, cst.Call):
        return False
    function = own_function(file, node.func)
    if function is None or function.decorators or function.asynchronous is not None:
        return file.is_builtin(node.func, "list")
    returned = return_values(file, function)
    return bool(returned) and all(is_list_object(file, each, depth - 1) for each in returned)


def _binds_list(file: File, binding: Binding, depth: int) -> bool:
    value = file.assigned_value(binding)
    if value is not None:
        return is_list(file, value, depth - 1)
    part = unpacked(file, binding.node)
    if part is None:
        return False
    if not part.path:
        return is_list(file, part.whole, depth - 1)
    return isinstance(part.whole, cst.Call) and _returns_lists(file, part.whole, part.path, depth)


def _returns_lists(file: File, call: cst.Call, path: Path, depth: int) -> bool:
    """True if a function of the file returns lists, or tuples with a list where this way leads."""
    function = own_function(file, call.func)
    if function is None or function.decorators or function.asynchronous is not None:
        return False
    found = [part_of(each, path) for each in return_values(file, function)]
    given = [each for each in found if each is None or name_of(each) != "None"]
    return bool(given) and all(each is not None and is_list(file, each, depth - 1) for each in given)


def _grows(file: File, name: cst.Name) -> bool:
    return any(
        isinstance(attribute.value, cst.Name)
        and attribute.value.value == name.value
        and attribute.attr.value in _GROWING
        and file.assignments(attribute.value) == file.assignments(name)
        for attribute in file.attributes
    )
