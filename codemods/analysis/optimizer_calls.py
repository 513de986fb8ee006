"""Calls of Keras optimizers under other names: `partial`, aliases, tables of classes, own subclasses, `getattr`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from codemods.analysis.class_sources import held, sources
from codemods.analysis.object_types import class_named
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference, once_per_file
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

_MODULE = "keras.optimizers"
_DEPTH = 4
EVALUATED = "eval"
_EVALUATED = re.compile(r"((tf\.|tensorflow\.)?keras\.)?optimizers\.")


@dataclass(frozen=True)
class OptimizerCall:
    """A call that makes an optimizer, or prepares one; `args` are those that the optimizer gets.

    `classes` are the classes that it may make; empty for `getattr(keras.optimizers, name)`, which may be any.
    """

    call: cst.Call
    args: tuple[cst.Arg, ...]
    classes: tuple[Reference, ...]
    how: str

    def keyword(self, name: str) -> cst.Arg | None:
        """The argument of that name."""
        return keyword(self.call.with_changes(args=self.args), name)


@once_per_file
def indirect_calls(file: File) -> list[OptimizerCall]:
    """The calls whose function is not a reference to an optimizer by itself, in source order."""
    return [*_calls(file)]


def _calls(file: File) -> Iterator[OptimizerCall]:
    for call in file.calls:
        if file.reference(call.func) is not None:
            continue
        args = tuple(call.args)
        if file.qualified_name(call.func) == "functools.partial":
            classes = _classes(file, call.args[0].value) if call.args and not call.args[0].star else ()
            if classes:
                yield OptimizerCall(call, args[1:], classes, "functools.partial")
        elif (bases := _bases(file, call)) is not None:
            own, bound = bases
            yield OptimizerCall(call, args[bound:], own, "the base class")
        elif classes := _classes(file, call.func):
            yield OptimizerCall(call, args, classes, f"{file.code(call.func)}")
        elif _is_looked_up(file, call.func):
            yield OptimizerCall(call, args, (), "getattr")
        elif _is_evaluated(file, call.func):
            yield OptimizerCall(call, args, (), EVALUATED)


def _classes(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> tuple[Reference, ...]:
    """The optimizers that an expression may be; empty if any value of it is something else."""
    reference = file.reference(node)
    if reference is not None:
        known = reference.canonical in LEGACY_PARAMETERS and not reference.spelling.shimmed
        return (reference,) if known else ()
    if not depth:
        return ()
    values: list[cst.BaseExpression] | None = None
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        owner = class_named(file, node.value)
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
        more = _classes(file, value, depth - 1)
        if not more:
            return ()
        found += more
    return tuple(dict.fromkeys(found))


def _has_own_start(owner: cst.ClassDef) -> bool:
    body = owner.body.body
    return any(isinstance(each, cst.FunctionDef) and each.name.value == "__init__" for each in body)


def _bases(file: File, call: cst.Call) -> tuple[tuple[Reference, ...], int] | None:
    """The optimizer that `super().__init__()` or `SGD.__init__(self)` starts, and the number of bound arguments."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != "__init__":
        return None
    owner = file.enclosing_class(call)
    if isinstance(function.value, cst.Call) and file.is_builtin(function.value.func, "super"):
        bases = _classes(file, owner.bases[0].value) if owner is not None and len(owner.bases) == 1 else ()
        return (bases, 0) if bases else None
    classes = _classes(file, function.value)
    return (classes, 1) if classes else None


def _is_looked_up(file: File, function: cst.BaseExpression) -> bool:
    """True for `getattr(keras.optimizers, name)`."""
    if not isinstance(function, cst.Call) or not file.is_builtin(function.func, "getattr") or not function.args:
        return False
    return file.symbol(function.args[0].value) == _MODULE


def _is_evaluated(file: File, function: cst.BaseExpression) -> bool:
    """True for `eval("keras.optimizers." + name)`."""
    if not isinstance(function, cst.Call) or not file.is_builtin(function.func, EVALUATED) or len(function.args) != 1:
        return False
    text = function.args[0].value
    start = literal(text.left) if isinstance(text, cst.BinaryOperation) else literal(text)
    return isinstance(start, str) and _EVALUATED.match(start) is not None
