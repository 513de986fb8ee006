"""The functions and methods of the file that calls run: `block(x)`, `self.block(x)`, `Attention()(q, k)`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.object_types import Own, origin_of
from codemods.source.file import File, once_per_file

_CALL, _STATIC = "__call__", "staticmethod"


class OwnCall(NamedTuple):
    """A function of the file, and how many of its parameters a call does not give: `self`."""

    function: cst.FunctionDef
    skipped: int


@once_per_file
def called_by(file: File, call: cst.Call) -> OwnCall | None:
    """The function or method of the file that a call runs; None if the file does not show it."""
    func = call.func
    if isinstance(func, cst.Name):
        binding = file.only_binding(func)
        if binding is not None and isinstance(binding.node, cst.FunctionDef):
            return OwnCall(binding.node, 0) if isinstance(file.parent(binding.node), cst.Module) else None
    if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name):
        own = _of_self(file, call, func) if is_self(file, func.value) else _of_class(file, func)
        if own is not None:
            return own
    if not _has_called_objects(file) or not isinstance(func, cst.Name | cst.Attribute | cst.Call):
        return None
    origin = origin_of(file, func)
    methods = [_method(file, each, _CALL) for each in origin.owners] if isinstance(origin, Own) else []
    return OwnCall(methods[0], 1) if methods and methods[0] is not None and len(set(methods)) == 1 else None


def calls_of(file: File, function: cst.FunctionDef) -> list[tuple[cst.Call, int]]:
    """The calls of the file that run a function, with the number of parameters that they do not give."""
    return _calls(file).get(function, [])


@once_per_file
def _calls(file: File) -> dict[cst.FunctionDef, list[tuple[cst.Call, int]]]:
    found: dict[cst.FunctionDef, list[tuple[cst.Call, int]]] = {}
    for call in file.calls:
        own = called_by(file, call)
        if own is not None:
            found.setdefault(own.function, []).append((call, own.skipped))
    return found


@once_per_file
def _has_called_objects(file: File) -> bool:
    return any(each.name.value == _CALL for each in file.every(cst.FunctionDef))


def _of_self(file: File, call: cst.Call, func: cst.Attribute) -> OwnCall | None:
    """The method of `self.block(x)`, which may be static."""
    owner = file.enclosing_class(call)
    found = method(file, owner, func.attr.value) if owner is not None else None
    if found is None:
        return None
    if is_static_method(file, found):
        return OwnCall(found, 0)
    return OwnCall(found, 1) if not found.decorators else None


def _of_class(file: File, func: cst.Attribute) -> OwnCall | None:
    """The static method of `Net.block(x)`, and the method of `net.block(x)` after `net = Net()`."""
    owner = _class_of(file, func.value)
    made = _value_of(file, func.value) if owner is None else None
    of_object = _class_of(file, made.func) if isinstance(made, cst.Call) else None
    given = owner or of_object
    found = method(file, given, func.attr.value) if given is not None else None
    if found is None:
        return None
    if is_static_method(file, found):
        return OwnCall(found, 0)
    return OwnCall(found, 1) if of_object is not None and not found.decorators else None


def _class_of(file: File, node: cst.BaseExpression) -> cst.ClassDef | None:
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    return binding.node if binding is not None and isinstance(binding.node, cst.ClassDef) else None


def _value_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """What a name is bound to, once."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    return file.assigned_value(binding) if binding is not None else None


def is_static_method(file: File, function: cst.FunctionDef) -> bool:
    """True for a method with the one decorator `@staticmethod`."""
    return len(function.decorators) == 1 and file.is_builtin(function.decorators[0].decorator, _STATIC)


def _method(file: File, owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """The method that a class has or derives; None for one that is decorated."""
    found = method(file, owner, name)
    return found if found is not None and not found.decorators else None
