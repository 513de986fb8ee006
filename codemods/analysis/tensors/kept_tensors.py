"""Attributes in which an own layer keeps a tensor of a functional model that its constructor is given."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import class_of, heirs, method, own_method
from codemods.analysis.flow.self_attributes import attribute_of_self, is_self, values_of
from codemods.analysis.objects.passed_elsewhere import passed_elsewhere
from codemods.analysis.tensors.symbolic import is_static, is_symbolic
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes

_CALL, _START = "call", "__init__"


def reads_of_kept_tensors(file: File, owner: cst.ClassDef) -> Iterator[cst.Attribute]:
    """Where `call`, or a method that it calls, reads the values of such a tensor."""
    for function in _run_by_call(file, owner):
        for node in nodes(function.body, cst.Attribute):
            if attribute_of_self(file, node) is None or is_static(file, node):
                continue
            values = values_of(file, node) or []
            if any(is_symbolic(file, each) or _is_given(file, owner, each) for each in values):
                yield node


def _run_by_call(file: File, owner: cst.ClassDef) -> list[cst.FunctionDef]:
    """The method `call` of a class, and its own methods that this calls."""
    call = own_method(owner, _CALL)
    found = [call] if call is not None else []
    for function in found:
        for node in nodes(function.body, cst.Attribute):
            called = own_method(owner, node.attr.value)
            if called is not None and called not in found and isinstance(node.value, cst.Name):
                found += [called] if is_self(file, node.value) and called.name.value != _START else []
    return found


def _is_given(file: File, owner: cst.ClassDef, value: cst.BaseExpression) -> bool:
    """True for a parameter of the constructor for which a call passes a tensor of a functional model."""
    bindings = file.assignments(value) if isinstance(value, cst.Name) else []
    param = bindings[0].node if len(bindings) == 1 else None
    start = own_method(owner, _START)
    if start is None or not isinstance(param, cst.Param) or file.function_of(param) is not start:
        return False
    names = [each.name.value for each in start.params.params[1:]]
    for call in file.calls:
        if _makes(file, call, owner):
            given = (bind(call, *names) or {}).get(param.name.value)
            if given is not None and is_symbolic(file, given.value):
                return True
    return any(is_symbolic(*each) for each in passed_elsewhere(file, param) or ())


def _makes(file: File, call: cst.Call, owner: cst.ClassDef) -> bool:
    """True if a call makes an object of a class, or of one below it that has the same constructor."""
    made = class_of(file, call.func) if isinstance(call.func, cst.Name) else None
    return made is not None and (
        made is owner or (made in heirs(file, owner) and method(file, made, _START) is own_method(owner, _START))
    )
