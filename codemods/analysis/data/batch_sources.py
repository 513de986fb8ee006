"""Where the batches of a training call come from: a generator function, an iterator, or a `Sequence` of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import lineage, method
from codemods.analysis.flow.reaching import last_value, reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, is_self, values_of_attribute
from codemods.analysis.flow.unpacking import part_of, unpacked
from codemods.analysis.objects.class_sources import passed, sources
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import Own, Receiver, derived_from, origin_of, own_members
from codemods.analysis.objects.own_functions import method_of_made
from codemods.analysis.objects.project_classes import OfModule
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

_DEPTH = 6
_BUILTIN = ("zip", "map", "iter", "filter", "enumerate")
STEPS = ("__next__", "next")
"""What an iterator is asked for a batch by, in Python 3 and in Python 2."""


class InModule(NamedTuple):
    """An expression, and the module of the project that has it."""

    module: File
    node: cst.BaseExpression


@dataclass
class BatchSource:
    """What is known of the object that yields the batches.

    `is_iterator`: it is an iterator and no generator, which Keras 3 refuses. `is_sequence`: it is a `Sequence`.
    `listed`: its batches are what a list or a lambda holds, which others may use, too.
    `batches` are the expressions for batches, `parts` those for one part of a batch, as the arguments of `zip` yield.
    `visited` are the calls that lead to the functions that yield them, `functions` those functions.
    """

    is_iterator: bool = False
    is_sequence: bool = False
    batches: list[InModule] = field(default_factory=list)
    parts: list[InModule] = field(default_factory=list)
    visited: list[cst.CSTNode] = field(default_factory=list)
    functions: list[cst.FunctionDef] = field(default_factory=list)
    listed: list[InModule] = field(default_factory=list)


def source_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> BatchSource | None:
    """The source that `node` evaluates to; None if it is unknown, or something else than iterators and sequences."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        return _named(file, node, depth - 1)
    if attribute_of_self(file, node) is not None:
        return _shared(file, values_of_attribute(file, node) or (), depth - 1)
    if isinstance(node, cst.GeneratorExp):
        return BatchSource(batches=[InModule(file, node.elt)])
    return _called(file, node, depth) if isinstance(node, cst.Call) else _sequence(file, node)


def _named(file: File, name: cst.Name, depth: int) -> BatchSource | None:
    """What the assignments that reach a name bind to it, here or in the module that it is imported from."""
    place = file.in_project(name)
    if place is not None:
        module, imported = place
        binding = module.only_global(imported)
        value = module.assigned_value(binding) if binding is not None else None
        return source_of(module, value, depth) if value is not None else None
    bound = [_bound(file, each) or _parts(file, each) for each in reaching(file, name)]
    values = [value for each in bound for value in each]
    return _together([source_of(*each, depth) for each in values]) if all(bound) else None


def _bound(file: File, binding: Binding) -> list[InModule]:
    """What a name is assigned, gets of a loop, or is passed as a parameter; nothing if the file does not show it."""
    value = file.assigned_value(binding)
    if value is not None:
        return [InModule(file, value)]
    if isinstance(binding.node, cst.Param):
        return [InModule(file, each) for each in passed(file, binding.node) or () if name_of(each) != "None"]
    iterable = loop_iterable(file, binding.node)
    return [InModule(file, each) for each in elements(file, iterable) or ()] if iterable is not None else []


def _parts(file: File, binding: Binding) -> list[InModule]:
    """What a name gets of a tuple that a function of the project returns: `train, test = make_generators()`."""
    part = unpacked(file, binding.node)
    if part is None or not isinstance(part.whole, cst.Call):
        return []
    function = project_function(file, part.whole.func)
    if function is None or function[1].decorators:
        return []
    parts = [part_of(each, part.path) for each in return_values(*function)]
    return [InModule(function[0], each) for each in parts if each is not None] if all(parts) else []


def _shared(file: File, values: Iterable[cst.BaseExpression], depth: int) -> BatchSource | None:
    """One source for all that a name is bound to; None if one of them is unknown or of another kind."""
    return _together([source_of(file, value, depth) for value in values])


def _together(found: Sequence[BatchSource | None]) -> BatchSource | None:
    """One source for several; None if one of them is unknown or of another kind."""
    known = [each for each in found if each is not None]
    if len(known) < len(found) or len({(each.is_iterator, each.is_sequence) for each in known}) != 1:
        return None
    return BatchSource(
        known[0].is_iterator,
        known[0].is_sequence,
        [each for one in known for each in one.batches],
        [each for one in known for each in one.parts],
        [each for one in known for each in one.visited],
        [each for one in known for each in one.functions],
        [each for one in known for each in one.listed],
    )


def _called(file: File, call: cst.Call, depth: int) -> BatchSource | None:
    name = file.qualified_name(call.func) or ""
    if file.is_builtin(call.func, *_BUILTIN) or name.startswith("itertools."):
        is_zip = file.is_builtin(call.func, "zip")
        made = _wrapping(_given(file, call, depth))
        listed = [] if is_zip else [*_listed(file, call)]
        return BatchSource(True, False, [], made.batches if is_zip else [], made.visited, made.functions, listed)
    classes = _classes(file, call.func)
    if classes:
        made_of = [_instance(*each, _given(file, call, depth)) for each in classes]
        return _together(made_of) or _sequence(file, call)
    function = _function_called(file, call.func)
    return _result(call, *function, depth) if function is not None else _sequence(file, call)


def _listed(file: File, call: cst.Call) -> Iterator[InModule]:
    """The batches that a list, or the lambda of `map`, gives to an iterator of Python."""
    is_map = file.is_builtin(call.func, "map")
    if is_map and call.args and isinstance(call.args[0].value, cst.Lambda):
        yield InModule(file, call.args[0].value.body)
    elif file.qualified_name(call.func) == "itertools.repeat":
        yield from (InModule(file, arg.value) for arg in call.args[:1])
    elif file.is_builtin(call.func, "iter") or file.qualified_name(call.func) == "itertools.cycle":
        yield from (InModule(file, each) for arg in call.args for each in elements(file, arg.value) or ())


def _classes(file: File, func: cst.BaseExpression) -> list[tuple[File, cst.ClassDef]]:
    """The classes of the project that a call may make an object of; none if it may be of others."""
    values = elements(file, func.value) if isinstance(func, cst.Subscript) else sources(file, func)
    found = [definition(file, each) for each in (values or [func])]
    own = [(each[0], each[1]) for each in found if each is not None and isinstance(each[1], cst.ClassDef)]
    return own if len(own) == len(found) else []


def _given(file: File, call: cst.Call, depth: int) -> list[BatchSource | None]:
    """The sources among the arguments of a call."""
    return [source_of(file, arg.value, depth - 1) for arg in call.args]


def _wrapping(inner: list[BatchSource | None]) -> BatchSource:
    """What several sources yield together."""
    known = [each for each in inner if each is not None]
    return BatchSource(
        batches=[each for one in known for each in one.batches],
        visited=[each for one in known for each in one.visited],
        functions=[each for one in known for each in one.functions],
    )


def _instance(module: File, owner: cst.ClassDef, inner: list[BatchSource | None]) -> BatchSource | None:
    """An own iterator around others: its batches are theirs, if it wraps any."""
    family = [*lineage(module, owner)]
    members = {name for each in family for name in own_members(module, each)}
    if "__next__" not in members or "__iter__" not in members or derived_from(module, owner) is not None:
        return None
    made = _wrapping(inner)
    found = BatchSource(True, False, made.batches, made.parts, made.visited, made.functions)
    step = next((each for name in STEPS if (each := method(module, owner, name)) is not None), None)
    for value in return_values(module, step) if step is not None and not step.decorators else ():
        _add_batch(found, module, value)
    return found


def _add_batch(source: BatchSource, module: File, batch: cst.BaseExpression) -> None:
    """Add a batch; of a function that makes it and returns tuples, what it returns."""
    function = own_function(module, batch.func) if isinstance(batch, cst.Call) else None
    returned = return_values(module, function) if function is not None and not function.decorators else []
    if function is not None and returned and all(isinstance(each, cst.Tuple) for each in returned):
        source.batches += [InModule(module, each) for each in returned]
        source.visited.append(cst.ensure_type(batch, cst.Call).func)
        source.functions.append(function)
    else:
        source.batches.append(InModule(module, batch))


def _function_called(file: File, func: cst.BaseExpression) -> tuple[File, cst.FunctionDef] | None:
    """The function or method of the project that a call means, decorated or not, and its module."""
    own = own_function(file, func)
    if own is not None:
        return file, own
    found = definition(file, func)
    if found is not None:
        return (found[0], found[1]) if isinstance(found[1], cst.FunctionDef) else None
    if not isinstance(func, cst.Attribute):
        return None
    made = func.value if isinstance(func.value, cst.Call) else last_value(file, func.value)
    return method_of_made(file, made, func.attr.value)


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


def project_function(file: File, func: cst.BaseExpression) -> tuple[File, cst.FunctionDef] | None:
    """The function that a call means, with its module: of the file, or of another one of the project."""
    own = own_function(file, func)
    if own is not None:
        return file, own
    found = definition(file, func)
    return (found[0], found[1]) if found is not None and isinstance(found[1], cst.FunctionDef) else None


def _result(call: cst.Call, module: File, function: cst.FunctionDef, depth: int) -> BatchSource | None:
    yielded = [*_own(module, function, cst.Yield)]
    if yielded:
        # a decorator such as `threadsafe_generator` makes another iterator of it
        found = BatchSource(bool(function.decorators), visited=[call.func], functions=[function])
        for each in yielded:
            _add_batch(found, module, each)
        return found
    returned = [each for each in return_values(module, function) if name_of(each) != "None"]
    return _shared(module, returned, depth - 1) if not function.decorators else None


def return_values(file: File, function: cst.FunctionDef) -> list[cst.BaseExpression]:
    """The values that a function returns."""
    return [*_returned(file, function)]


@once_per_file
def _returned(file: File, function: cst.FunctionDef) -> Sequence[cst.BaseExpression]:
    return tuple(_own(file, function, cst.Return))


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
    return _batches_of(origin.classes(file) if isinstance(origin, Receiver) else ())


def own_sequences(file: File) -> Iterator[BatchSource]:
    """The classes of the file that derive from `Sequence`, whoever trains on them."""
    for owner in file.every(cst.ClassDef):
        base = derived_from(file, owner)
        if base is not None and any(base.is_a(each) for each in Kind.SEQUENCE.value):
            yield _batches_of([OfModule(file, owner)])


def _batches_of(owners: Iterable[OfModule]) -> BatchSource:
    found = BatchSource(is_sequence=True)
    for module, owner in owners:
        for each in owner.body.body:
            if isinstance(each, cst.FunctionDef) and each.name.value == "__getitem__":
                found.functions.append(each)
                found.batches += [InModule(module, value) for value in return_values(module, each)]
    return found
