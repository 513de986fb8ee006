"""Which calls of `compile` in a file are about one model."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.objects.provenance import Step, place, steps_back
from codemods.source.file import File

_MANY = 50


def values_of(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The expression, and all those that it may have its value from."""
    found, pending, seen = [model], [model], {place(file, model)}
    while pending and len(found) < _MANY:
        for step in _steps(file, pending.pop()):
            if place(file, step.value) not in seen:
                seen.add(place(file, step.value))
                found.append(step.value)
                pending.append(step.value)
    return found


def _steps(file: File, value: cst.BaseExpression) -> Iterator[Step]:
    """The steps back from a value; from a name, those over the assignments that reach it."""
    steps = [each for each in steps_back(file, value) or () if each.part is None]
    if isinstance(value, cst.Name):
        lines = [file.statement(each.node) for each in reaching(file, value) if each.node is not None]
        steps = [each for each in steps if each.statement is None or each.statement in lines]
    yield from steps


def may_follow(file: File, call: cst.Call, earlier: cst.Call) -> bool:
    """True if `earlier` may run before `call`, on the same object."""
    if file.function(call) is not file.function(earlier):
        return True
    around = [each for each in file.ancestors(call) if isinstance(each, cst.For | cst.While)]
    if not file.before(earlier, call):
        return any(above in around for above in file.ancestors(earlier))
    return not _are_exclusive(file, call, earlier)


def _are_exclusive(file: File, call: cst.Call, earlier: cst.Call) -> bool:
    """True if the two stand in different branches of one `if`."""
    mine, other = list(file.ancestors(call)), list(file.ancestors(earlier))
    choice = next((above for above in other if above in mine), None)
    return isinstance(choice, cst.If) and _branch(choice, mine) is not _branch(choice, other)


def _branch(choice: cst.If, path: list[cst.CSTNode]) -> cst.CSTNode | None:
    return path[path.index(choice) - 1] if path.index(choice) else None


def are_same(file: File, model: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """True if two expressions of one place may be the same object: no assignment stands between them."""
    if place(file, model) != place(file, other):
        return False
    if not isinstance(model, cst.Name) or not isinstance(other, cst.Name):
        return True
    mine = {id(each.node) for each in reaching(file, model)}
    return not mine.isdisjoint({id(each.node) for each in reaching(file, other)})
