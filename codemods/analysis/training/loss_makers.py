"""Losses that a function of the file makes of tensors: `compile(loss=ppo_loss(advantage))`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.own_calls import called_by, calls_of, is_static_method
from codemods.analysis.tensors.read_tensors import kept_tensors, named_tensors
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.source.arguments import bind, keyword
from codemods.source.file import File
from codemods.source.walk import nodes


class MadeLoss(NamedTuple):
    """A function that a call makes; `tensors` are the arguments that are tensors, by the parameters that get them."""

    function: cst.FunctionDef
    tensors: Mapping[str, cst.Arg]
    reads: tuple[cst.Name, ...]


def losses_made(file: File, compiled: cst.Call) -> Iterator[MadeLoss]:
    """The losses of a `compile` that a call makes, each with its tensors, where nothing else calls the maker."""
    given = keyword(compiled, "loss")
    listed = given.value if given is not None else None
    each = listed.elements[0].value if isinstance(listed, cst.List) and len(listed.elements) == 1 else listed
    made = _made(file, each) if isinstance(each, cst.Call) else None
    if made is not None:
        yield made


def _made(file: File, call: cst.Call) -> MadeLoss | None:
    own = called_by(file, call)
    if own is None or len(calls_of(file, own.function)) != 1:
        return None
    maker = own.function
    if maker.decorators and not is_static_method(file, maker):
        return None
    function = _returned(file, maker)
    params = [each.name.value for each in maker.params.params][own.skipped :]
    tensors = {name: arg for name, arg in (bind(call, *params) or {}).items() if is_symbolic(file, arg.value)}
    if function is None or not tensors or not set(tensors) <= set(params):
        return None
    reads: list[cst.Name] = []
    for param in maker.params.params:
        for binding in file.assignments(param.name) if param.name.value in tensors else ():
            reads += [use for use in binding.uses if isinstance(use, cst.Name)]
            if len(file.assignments(param.name)) > 1 or not all(
                function in file.ancestors(use) for use in binding.uses
            ):
                return None
    others = [each for each in named_tensors(file, function) if each not in reads]
    if others or not reads or next(kept_tensors(file, function), None) is not None:
        return None
    return MadeLoss(function, tensors, tuple(reads))


def _returned(file: File, maker: cst.FunctionDef) -> cst.FunctionDef | None:
    """The function in a function that it returns, and does nothing else with."""
    ends = [each for each in nodes(maker.body, cst.Return) if file.function(each) is maker]
    value = ends[0].value if len(ends) == 1 else None
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    function = binding.node if binding is not None else None
    if not isinstance(function, cst.FunctionDef) or binding is None or len(binding.uses) != 1:
        return None
    return function if file.function(function) is maker and not function.decorators else None
