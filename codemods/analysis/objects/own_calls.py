"""The functions and methods of the file that calls run: `block(x)`, `self.block(x)`, `Attention()(q, k)`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.object_types import Own, origin_of
from codemods.source.file import File, once_per_file

_CALL = "__call__"


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
    if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and is_self(file, func.value):
        owner = file.enclosing_class(call)
        own = _method(file, owner, func.attr.value) if owner is not None else None
        if own is not None:
            return OwnCall(own, 1)
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


def _method(file: File, owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """The method that a class has or derives; None for one that is decorated."""
    found = method(file, owner, name)
    return found if found is not None and not found.decorators else None
