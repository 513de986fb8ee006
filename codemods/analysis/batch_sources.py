"""Where the batches of a training call come from: a generator function, an iterator, or a `Sequence` of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.object_types import Own, Receiver, class_named, derived_from, origin_of, own_members
from codemods.analysis.own_functions import definition, function_called
from codemods.analysis.self_attributes import assigned_to_self, is_self
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_DEPTH = 6
_BUILTIN = ("zip", "map", "iter", "filter", "enumerate")


@dataclass
class BatchSource:
    """What is known of the object that yields the batches.

    `is_iterator`: it is an iterator and no generator, which Keras 3 refuses. `is_sequence`: it is a `Sequence`.
    `batches` are the expressions for batches, `parts` those for one part of a batch, as the arguments of `zip` yield.
    `visited` are the calls that lead to the functions that yield them, `functions` those functions.
    """

    is_iterator: bool = False
    is_sequence: bool = False
    batches: list[cst.BaseExpression] = field(default_factory=list)
    parts: list[cst.BaseExpression] = field(default_factory=list)
    visited: list[cst.CSTNode] = field(default_factory=list)
    functions: list[cst.FunctionDef] = field(default_factory=list)


def source_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> BatchSource | None:
    """The source that `node` evaluates to; None if it is unknown, or something else than iterators and sequences."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        return _shared(file, file.definitions(node) or (), depth - 1)
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        values = assigned_to_self(file, owner, node.attr.value) if owner is not None else None
        return _shared(file, values or (), depth - 1)
    if isinstance(node, cst.GeneratorExp):
        return BatchSource(batches=[node.elt])
    return _called(file, node, depth) if isinstance(node, cst.Call) else _sequence(file, node)


def _shared(file: File, values: Iterable[cst.BaseExpression], depth: int) -> BatchSource | None:
    """One source for all that a name is bound to; None if one of them is unknown or of another kind."""
    known: list[BatchSource] = []
    for value in values:
        found = source_of(file, value, depth)
        if found is None:
            return None
        known.append(found)
    if len({(each.is_iterator, each.is_sequence) for each in known}) != 1:
        return None
    return BatchSource(
        known[0].is_iterator,
        known[0].is_sequence,
        [each for one in known for each in one.batches],
        [each for one in known for each in one.parts],
        [each for one in known for each in one.visited],
        [each for one in known for each in one.functions],
    )


def _called(file: File, call: cst.Call, depth: int) -> BatchSource | None:
    name = file.qualified_name(call.func) or ""
    if file.is_builtin(call.func, *_BUILTIN) or name.startswith("itertools."):
        inner = [source_of(file, arg.value, depth - 1) for arg in call.args]
        is_zip = file.is_builtin(call.func, "zip")
        made = _wrapping(inner)
        return BatchSource(True, False, [], made.batches if is_zip else [], made.visited, made.functions)
    owner = class_named(file, call.func.value) if isinstance(call.func, cst.Name) else None
    if owner is not None:
        return _instance(file, owner, [source_of(file, arg.value, depth - 1) for arg in call.args]) or _sequence(
            file, call
        )
    function = own_function(file, call.func)
    return _result(file, call, function, depth) if function is not None else _sequence(file, call)


def _wrapping(inner: list[BatchSource | None]) -> BatchSource:
    """What several sources yield together."""
    known = [each for each in inner if each is not None]
    return BatchSource(
        batches=[each for one in known for each in one.batches],
        visited=[each for one in known for each in one.visited],
        functions=[each for one in known for each in one.functions],
    )


def _instance(file: File, owner: cst.ClassDef, inner: list[BatchSource | None]) -> BatchSource | None:
    """An own iterator around others: its batches are theirs, if it wraps any."""
    members = own_members(file, owner)
    if "__next__" not in members or "__iter__" not in members or derived_from(file, owner) is not None:
        return None
    made = _wrapping(inner)
    return BatchSource(True, False, made.batches, made.parts, made.visited, made.functions)


def own_function(file: File, func: cst.BaseExpression) -> cst.FunctionDef | None:
    """The function or method of the file that a call means."""
    if isinstance(func, cst.Name):
        binding = file.only_binding(func)
        return binding.node if binding is not None and isinstance(binding.node, cst.FunctionDef) else None
    if not isinstance(func, cst.Attribute):
        return None
    origin = origin_of(file, func.value)
    owners = origin.owners if isinstance(origin, Own) else origin.derived if isinstance(origin, Receiver) else ()
    if isinstance(func.value, cst.Name) and is_self(file, func.value):
        inside = file.enclosing_class(func)
        owners = (inside,) if inside is not None else ()
    found = [
        method
        for owner in owners
        for method in owner.body.body
        if isinstance(method, cst.FunctionDef) and method.name.value == func.attr.value
    ]
    return found[0] if len(found) == 1 else None


def _result(file: File, call: cst.Call, function: cst.FunctionDef, depth: int) -> BatchSource | None:
    yielded = list(_own(file, function, cst.Yield))
    if yielded:
        # a decorator such as `threadsafe_generator` makes another iterator of it
        return BatchSource(bool(function.decorators), False, yielded, [], [call.func], [function])
    returned = [each for each in return_values(file, function) if name_of(each) != "None"]
    return _shared(file, returned, depth - 1) if not function.decorators else None


def return_values(file: File, function: cst.FunctionDef) -> list[cst.BaseExpression]:
    """The values that a function returns."""
    return list(_own(file, function, cst.Return))


def _own(file: File, function: cst.FunctionDef, kind: type[cst.Yield | cst.Return]) -> Iterator[cst.BaseExpression]:
    """The values that a function itself yields or returns, without those of functions inside it."""
    for node in nodes(function.body, kind):
        if file.function(node) is function and isinstance(node.value, cst.BaseExpression):
            yield node.value


def _sequence(file: File, node: cst.BaseExpression) -> BatchSource | None:
    """An own `Sequence`: its batches are what `__getitem__` returns."""
    if evidence(file, node, Kind.SEQUENCE) is not Evidence.CERTAIN:
        return None
    origin = origin_of(file, node)
    return _batches_of(file, origin.derived if isinstance(origin, Receiver) else ())


def source_in_project(file: File, node: cst.BaseExpression) -> tuple[File, BatchSource] | None:
    """The generator of another module of the project that `node` calls, a function or a method, and that module."""
    if isinstance(node, cst.Name):
        node = file.only_value(node) or node
    if not isinstance(node, cst.Call):
        return None
    found = definition(file, node.func) or function_called(file, node)
    if found is None or found[0] is file or not isinstance(found[1], cst.FunctionDef):
        return None
    made = _result(found[0], node, found[1], _DEPTH)
    return (found[0], made) if made is not None else None


def own_sequences(file: File) -> Iterator[BatchSource]:
    """The classes of the file that derive from `Sequence`, whoever trains on them."""
    for owner in file.every(cst.ClassDef):
        base = derived_from(file, owner)
        if base is not None and any(base.is_a(each) for each in Kind.SEQUENCE.value):
            yield _batches_of(file, (owner,))


def _batches_of(file: File, owners: Iterable[cst.ClassDef]) -> BatchSource:
    found = BatchSource(is_sequence=True)
    for owner in owners:
        for method in owner.body.body:
            if isinstance(method, cst.FunctionDef) and method.name.value == "__getitem__":
                found.functions.append(method)
                found.batches += return_values(file, method)
    return found
