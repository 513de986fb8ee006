"""Calls of Keras optimizers under other names: `partial`, aliases, tables of classes, own subclasses, `getattr`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import unpacked
from codemods.analysis.objects.class_calls import made_by
from codemods.analysis.objects.class_sources import held, sources
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference, once_per_file
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

_MODULE = "keras.optimizers"
_DEPTH = 4
EVALUATED = "eval"
_LEGACY = ("lr", "decay")
ANY_NAME = "a name that is computed"
_EVALUATED = re.compile(r"((tf\.|tensorflow\.)?keras\.)?optimizers\.")


class OptimizerCall(NamedTuple):
    """A call that makes an optimizer, or prepares one; `args` are those that the optimizer gets.

    `classes` are the classes that it may make; empty for `getattr(keras.optimizers, name)`, which may be any of
    `module`, and for `globals()[name]`, which may be anything. `prepared` is the `partial` that is called here.
    """

    call: cst.Call
    args: tuple[cst.Arg, ...]
    classes: tuple[Reference, ...]
    how: str
    module: cst.BaseExpression | None = None
    prepared: cst.Call | None = None

    def keyword(self, name: str) -> cst.Arg | None:
        """The argument of that name."""
        return keyword(self.call.with_changes(args=self.args), name)

    @property
    def rate(self) -> cst.Arg | None:
        """The argument that is the learning rate."""
        first = self.args[0] if self.args and self.args[0].keyword is None and not self.args[0].star else None
        return self.keyword("lr") or self.keyword("learning_rate") or first


@once_per_file
def indirect_calls(file: File) -> list[OptimizerCall]:
    """The calls whose function is not a reference to an optimizer by itself, in source order."""
    return [*_calls(file)]


def _calls(file: File) -> Iterator[OptimizerCall]:
    for call in file.calls:
        if file.reference(call.func) is not None:
            continue
        args = tuple(call.args)
        if (made := made_by(file, call, _is_optimizer)) is not None:
            yield OptimizerCall(call, made.args, made.classes, made.how, prepared=made.prepared)
        elif (module := _looked_up(file, call.func)) is not None:
            yield OptimizerCall(call, args, (), "getattr", module)
        elif _is_evaluated(file, call.func):
            yield OptimizerCall(call, args, (), EVALUATED)
        elif _is_any_name(file, call.func) or _may_be_handed_on(file, call):
            yield OptimizerCall(call, args, (), ANY_NAME)


def _is_optimizer(reference: Reference) -> bool:
    return reference.canonical in LEGACY_PARAMETERS and not reference.spelling.shimmed


def _looked_up(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> cst.BaseExpression | None:
    """`keras.optimizers` of `getattr(keras.optimizers, name)`, `vars(...)[name]` and `....__dict__[name]`.

    Or of a name for nothing else.
    """
    found: cst.BaseExpression | None = None
    if isinstance(node, cst.Name) and depth:
        values = file.definitions(node) or []
        modules = [_looked_up(file, each, depth - 1) for each in values]
        return modules[0] if modules and all(each is not None for each in modules) else None
    if isinstance(node, cst.Call) and file.is_builtin(node.func, "getattr") and node.args:
        found = node.args[0].value
    elif isinstance(node, cst.Subscript):
        held = node.value
        if isinstance(held, cst.Attribute) and held.attr.value == "__dict__":
            found = held.value
        elif isinstance(held, cst.Call) and file.is_builtin(held.func, "vars") and held.args:
            found = held.args[0].value
    return found if found is not None and file.symbol(found) == _MODULE else None


def _is_any_name(file: File, function: cst.BaseExpression) -> bool:
    """True for `globals()[name]` and `eval(name)` in a file that imports optimizers by their names."""
    known = (each.spelling for each in file.imports if each.spelling is not None and not each.spelling.shimmed)
    if not any(each.canonical in LEGACY_PARAMETERS for each in known):
        return False
    if isinstance(function, cst.Subscript):
        held = function.value
        return isinstance(held, cst.Call) and file.is_builtin(held.func, "globals", "locals", "vars") and not held.args
    if not isinstance(function, cst.Call) or not file.is_builtin(function.func, EVALUATED):
        return False
    return len(function.args) == 1 and isinstance(function.args[0].value, cst.Name)


def _may_be_handed_on(file: File, call: cst.Call) -> bool:
    """True for `settings["optimizer"](lr=0.1)` in a file that hands classes of optimizers on."""
    if not _hands_on(file) or not any(_passes_legacy(file, arg) for arg in call.args):
        return False
    function = call.func
    if isinstance(function, cst.Name):
        bindings = file.assignments(function)
        is_open = bool(bindings) and all(isinstance(each.node, cst.Param | cst.Name) for each in bindings)
        if not is_open or sources(file, function) is not None or file.definitions(function) is not None:
            return False
    elif not isinstance(function, cst.Subscript) or held(file, function.value) is not None:
        return False
    return True


def _passes_legacy(file: File, arg: cst.Arg) -> bool:
    """True for `lr=`, `decay=`, and for a dictionary that has one of them."""
    if arg.keyword is not None:
        return arg.keyword.value in _LEGACY
    return arg.star == "**" and any(name in each.entries for each in unpacked(file, arg) for name in _LEGACY)


@once_per_file
def _hands_on(file: File) -> bool:
    """True if a class of an optimizer is an element of a list or a dictionary, or what a function returns."""
    kinds = (cst.Element, cst.DictElement, cst.Return)
    found = file.references(*LEGACY_PARAMETERS)
    return any(not each.spelling.shimmed and isinstance(file.parent(each.node), kinds) for each in found)


def _is_evaluated(file: File, function: cst.BaseExpression) -> bool:
    """True for `eval("keras.optimizers." + name)`."""
    if not isinstance(function, cst.Call) or not file.is_builtin(function.func, EVALUATED) or len(function.args) != 1:
        return False
    text = function.args[0].value
    start = literal(text.left) if isinstance(text, cst.BinaryOperation) else literal(text)
    return isinstance(start, str) and _EVALUATED.match(start) is not None
