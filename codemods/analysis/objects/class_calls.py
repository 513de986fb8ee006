"""Calls of classes under other names: `partial`, aliases, tables of classes, own subclasses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.objects.class_sources import held, prepared, sources
from codemods.source.file import File, Reference

Known = Callable[[Reference], bool]
"""True for a reference to one of the classes that are looked for."""

_DEPTH = 4
_PARTIAL = "functools.partial"


class Made(NamedTuple):
    """What a call makes an object of, or prepares one of: the classes that it may be, and the arguments that it gets.

    `prepared` is the `partial` that is called here.
    """

    args: tuple[cst.Arg, ...]
    classes: tuple[Reference, ...]
    how: str
    prepared: cst.Call | None = None


def made_by(file: File, call: cst.Call, known: Known) -> Made | None:
    """The classes of a call whose function is none of them by itself; None if it may make anything else."""
    args = tuple(call.args)
    if classes := _partial_of(file, call, known):
        return Made(args[1:], classes, _PARTIAL)
    if (partial := _partial_behind(file, call.func, known)) is not None:
        return Made(args, _partial_of(file, partial, known), _PARTIAL, partial)
    if (bases := _bases(file, call, known)) is not None:
        own, bound = bases
        return Made(args[bound:], own, "the base class")
    if classes := _classes(file, call.func, known):
        return Made(args, classes, f"{file.code(call.func)}")
    return None


def _partial_of(file: File, call: cst.Call, known: Known) -> tuple[Reference, ...]:
    """The classes that `functools.partial` is given."""
    given = prepared(file, call)
    return _classes(file, given, known) if given is not None else ()


def _partial_behind(file: File, function: cst.BaseExpression, known: Known) -> cst.Call | None:
    """The `partial` of a class that a name or an attribute of `self` always holds."""
    values = sources(file, function) or []
    made = values[0] if len(values) == 1 else function
    return made if isinstance(made, cst.Call) and _partial_of(file, made, known) else None


def _classes(file: File, node: cst.BaseExpression, known: Known, depth: int = _DEPTH) -> tuple[Reference, ...]:
    """The classes that an expression may be; empty if any value of it is something else."""
    reference = file.reference(node)
    if reference is not None:
        return (reference,) if known(reference) else ()
    if not depth:
        return ()
    values: list[cst.BaseExpression] | None = None
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        owner = class_of(file, node)
        if values is None and owner is not None and not _has_own_start(owner):
            values = [base.value for base in owner.bases]
        elif values is None:
            values = sources(file, node)
    elif isinstance(node, cst.Attribute):
        values = sources(file, node)
    elif isinstance(node, cst.IfExp):
        values = [node.body, node.orelse]
    elif isinstance(node, cst.Subscript):
        values = held(file, node.value)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get":
        values = held(file, node.func.value)
    found: list[Reference] = []
    for value in values or []:
        more = _classes(file, value, known, depth - 1)
        if not more:
            return ()
        found += more
    return tuple(dict.fromkeys(found))


def _has_own_start(owner: cst.ClassDef) -> bool:
    body = owner.body.body
    return any(isinstance(each, cst.FunctionDef) and each.name.value == "__init__" for each in body)


def _bases(file: File, call: cst.Call, known: Known) -> tuple[tuple[Reference, ...], int] | None:
    """The class that `super().__init__()` or `SGD.__init__(self)` starts, and the number of bound arguments."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != "__init__":
        return None
    owner = file.enclosing_class(call)
    if isinstance(function.value, cst.Call) and file.is_builtin(function.value.func, "super"):
        bases = _classes(file, owner.bases[0].value, known) if owner is not None and len(owner.bases) == 1 else ()
        return (bases, 0) if bases else None
    classes = _classes(file, function.value, known)
    return (classes, 1) if classes else None
