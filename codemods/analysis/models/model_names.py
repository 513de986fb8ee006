"""The names of one model: those that it has its value from, also as an argument or as what a function returns."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.provenance import Step, called_function, calls_anywhere, place, steps_back
from codemods.source.file import File, name_of, once_per_file

_MANY = 200


@once_per_file
def names_of(file: File, model: cst.BaseExpression) -> frozenset[object]:
    """The places of a model: of the expression itself, and of the names and attributes that it has its value from.

    A function that makes one model for each of several calls is not followed.
    """
    found: set[object] = set()
    seen: set[tuple[int, int | None]] = set()
    pending = [Step(model)]
    while pending and len(seen) < _MANY:
        node, part = pending[-1].value, pending.pop().part
        if (id(node), part) in seen:
            continue
        seen.add((id(node), part))
        if isinstance(node, cst.Name | cst.Attribute):
            if name_of(node) == "None":
                continue
            if part is None:
                found.add(place(file, node))
        elif not isinstance(node, cst.Tuple) and not (isinstance(node, cst.Call) and _is_made_once(file, node)):
            continue
        pending += steps_back(file, node, part) or ()
    return frozenset(found)


def _is_made_once(file: File, call: cst.Call) -> bool:
    function = called_function(file, call)
    return function is not None and len(calls_anywhere(file, function)) == 1


def are_one(file: File, model: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """True if two expressions are the same variable, or have their value from one."""
    return not names_of(file, model).isdisjoint(names_of(file, other))
