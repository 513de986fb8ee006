"""The places in a strategy scope where a model gets its name, found from the calls of its methods."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.objects.provenance import Step, place, scopes_at, steps_back
from codemods.analysis.replicas.exact_calls import exact_calls, is_exact
from codemods.source.file import File, name_of


class Site(NamedTuple):
    """A model that is made in the scope that `scope` opens; `statement` binds `name` to it, or returns it."""

    value: cst.BaseExpression
    scope: cst.Call
    name: str = ""
    statement: cst.BaseStatement | None = None


class Origins(NamedTuple):
    """The sites of a model; `is_whole` is False if it may also be made where the file does not show it."""

    sites: tuple[Site, ...] = ()
    is_whole: bool = True


def origins(file: File, model: cst.BaseExpression) -> Origins:
    """The sites of the models that an expression may be, except for those that the file gives to `exact`."""
    sites: list[Site] = []
    pending: list[Step] = [Step(model)]
    seen: set[object] = set()
    while pending:
        step = pending.pop()
        if (place(file, step.value), step.part) in seen:
            continue
        seen.add((place(file, step.value), step.part))
        if is_exact(file, step.value):
            continue
        steps = steps_back(file, step.value, step.part)
        if steps is None:
            return Origins(tuple(sites), is_whole=False)
        steps = steps or _returned_by_method(file, step)
        if not steps:
            scope = _scope(file, step.value)
            if scope is not None and step.part is None and name_of(step.value) != "None":
                sites.append(Site(step.value, scope))
        for each in steps:
            scope = _scope(file, each.statement) if each.statement is not None else None
            if scope is None:
                pending.append(each)
            elif not is_given_to_exact(file, step.value) and not is_exact(file, each.value):
                if name_of(each.value) != "None":
                    sites.append(Site(each.value, scope, each.name, each.statement))
    return Origins(tuple(sites))


def _returned_by_method(file: File, step: Step) -> list[Step]:
    """What a method of an object of the file returns: `Net().build()`."""
    if not isinstance(step.value, cst.Call) or not isinstance(step.value.func, cst.Attribute):
        return []
    found = function_called(file, step.value)
    if found is None or found.file is not file or found.function.name.value == "__init__":
        return []
    values = returned_by(file, found.function)
    return [Step(value, part=step.part) for value in values if value is not None]


def _scope(file: File, node: cst.CSTNode) -> cst.Call | None:
    """The one scope in which `node` is always evaluated."""
    found = set(scopes_at(file, node))
    return found.pop() if len(found) == 1 else None


def is_given_to_exact(file: File, model: cst.BaseExpression) -> bool:
    """True if the variable is an argument of `exact` somewhere."""
    return any(
        place(file, arg.value) == place(file, model) for call in exact_calls(file) for arg in call.args if not arg.star
    )
