"""The optimizers that a file hands to functions of the project's other modules, which compile models with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_native_models
from codemods.analysis.objects.own_functions import Found, function_called, parameter_of
from codemods.analysis.objects.provenance import place
from codemods.source.arguments import argument
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_DEPTH = 3
"""The most functions that hand an optimizer on."""


class Handed(NamedTuple):
    """A call of the file that compiles a model with an optimizer; `model` is None if the function makes it itself."""

    at: cst.Call
    model: cst.BaseExpression | None
    is_elsewhere: bool


def handed_optimizers(file: File) -> Iterator[tuple[cst.Call, list[Handed]]]:
    """The optimizers that a variable always holds, and the calls that compile with them, one at least elsewhere."""
    found: dict[object, tuple[cst.Call, list[Handed]]] = {}
    for call in file.calls:
        for arg in call.args:
            made = _made(file, arg.value) if not arg.star else None
            if made is not None:
                found.setdefault(place(file, arg.value), (made, []))[1].extend(_compiled_by(file, call, arg))
    for optimizer, handed in found.values():
        if any(each.is_elsewhere for each in handed):
            yield optimizer, handed


def _made(file: File, value: cst.BaseExpression) -> cst.Call | None:
    """The call that makes the optimizer of a name or of an attribute of `self`, if that holds nothing else."""
    made = only_value_of(file, value) if isinstance(value, cst.Name | cst.Attribute) else None
    if not isinstance(made, cst.Call):
        return None
    reference = file.reference(made.func)
    is_shim = reference is not None and reference.spelling.shimmed and not has_native_models(file)
    return made if not is_shim and evidence(file, made, Kind.OPTIMIZER).is_enough else None


def _compiled_by(file: File, call: cst.Call, arg: cst.Arg) -> Iterator[Handed]:
    if is_compile(file, call) and isinstance(call.func, cst.Attribute):
        if arg is argument(call, "optimizer"):
            yield Handed(call, call.func.value, is_elsewhere=False)
        return
    found = function_called(file, call)
    if found is not None and found.file is not file:
        for model in _compiled_in(file, call, arg, _DEPTH):
            yield Handed(call, model, is_elsewhere=True)


def _compiled_in(file: File, call: cst.Call, arg: cst.Arg, depth: int) -> list[cst.BaseExpression | None]:
    """The models that a call compiles with what an argument gives it, as the caller names them."""
    found = function_called(file, call) if depth else None
    param = parameter_of(found, call, arg) if found is not None else None
    if found is None or param is None:
        return []
    return [_named_by(found, call, each) for each in _compiled_with(found.file, found.function, param, depth)]


@once_per_file
def _compiled_with(
    file: File, function: cst.FunctionDef, param: cst.Param, depth: int
) -> list[cst.BaseExpression | None]:
    """The models that a function compiles with a parameter, as it names them; None for what it gets made."""
    models: list[cst.BaseExpression | None] = []
    for inner in nodes(function.body, cst.Call):
        for given in inner.args:
            if given.star or not _is_param(file, given.value, param):
                continue
            if not is_compile(file, inner) or not isinstance(inner.func, cst.Attribute):
                models += _compiled_in(file, inner, given, depth - 1)
            elif (
                given is argument(inner, "optimizer")
                and evidence(file, inner.func.value, Kind.MODEL) is not Evidence.FOREIGN
            ):
                models.append(inner.func.value)
    return models


def _named_by(found: Found, call: cst.Call, model: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """What the caller passes for a model that is a parameter of the function; None for one that the function has."""
    passed = (arg for arg in call.args if not arg.star)
    params = ((arg.value, parameter_of(found, call, arg)) for arg in passed)
    return next(
        (value for value, param in params if model and param and _is_param(found.file, model, param)),
        None,
    )


def _is_param(file: File, value: cst.BaseExpression, param: cst.Param) -> bool:
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    return binding is not None and binding.node is param
