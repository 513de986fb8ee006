"""The functions that make an `EstimatorSpec`, and what runs in their graphs, also of other modules of the project."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.self_attributes import is_self
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_SPECS = ("EstimatorSpec", "TPUEstimatorSpec")
_MOST = 16
"""The most modules that may make a spec with what a file has."""
_PLACES = 200
"""More functions and classes than any `model_fn` calls."""
Owner = cst.FunctionDef | cst.ClassDef


@once_per_file
def spec_functions(file: File) -> tuple[cst.FunctionDef, ...]:
    """The functions that make an `EstimatorSpec` themselves."""
    if not any(_called(call) in _SPECS for call in file.calls):
        return ()
    return tuple(function for function in file.every(cst.FunctionDef) if _makes_spec(file, function))


@once_per_file
def spec_modules(file: File) -> tuple[File, ...]:
    """The other modules of the project in which a `model_fn` runs a function or a class of the file."""
    importers = islice(file.project.importers(_SPECS[0]), _MOST)
    return tuple(each for each in importers if any(_is_in(file, module) for module, _ in _run(each)))


@once_per_file
def run_in_graphs(file: File) -> tuple[Owner, ...]:
    """The functions and classes of the file that a `model_fn` runs, of the file itself or of another module."""
    found = [node for module, node in _run(file) if module is file]
    for each in spec_modules(file):
        names = {node.name.value for module, node in _run(each) if _is_in(file, module)}
        bound = (file.only_global(name) for name in sorted(names))
        found += [own.node for own in bound if own is not None and isinstance(own.node, Owner)]
    return tuple(dict.fromkeys(found))


@once_per_file
def _run(file: File) -> tuple[tuple[File, Owner], ...]:
    """The functions that make a spec, and the functions and classes of the project that they name, directly or not."""
    pending: list[tuple[File, Owner]] = [(file, function) for function in spec_functions(file)]
    found: list[tuple[File, Owner]] = []
    while pending and len(found) < _PLACES:
        place = pending.pop(0)
        if not any(place[1] is node for _, node in found):
            found.append(place)
            pending += _named(*place)
    return tuple(found)


def _named(file: File, owner: Owner) -> Iterator[tuple[File, Owner]]:
    """What a function or class names that the project defines: functions, classes and methods of the same object."""
    for attribute in nodes(owner, cst.Attribute):
        if isinstance(attribute.value, cst.Name) and is_self(file, attribute.value):
            around = file.enclosing_class(attribute)
            own = method(file, around, attribute.attr.value) if around is not None else None
            if own is not None:
                yield file, own
        elif (found := definition(file, attribute)) is not None:
            yield found
    for name in nodes(owner, cst.Name):
        if (found := definition(file, name)) is not None:
            yield found


def _is_in(file: File, module: File) -> bool:
    return module is not file and bool(file.project.home) and module.project.home == file.project.home


def _makes_spec(file: File, function: cst.FunctionDef) -> bool:
    """True if a function itself, and not one inside it, makes the `EstimatorSpec` of a `model_fn`."""
    for call in nodes(function.body, cst.Call):
        if _called(call) in _SPECS and (file.reference(call.func) is not None or _is_own(file, call)):
            return file.function(call) is function
    return False


def _called(call: cst.Call) -> object:
    """The last part of the called name."""
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else getattr(call.func, "value", "")


def _is_own(file: File, call: cst.Call) -> bool:
    """True if an import binds the first part of the called name, as for the shim module of `tf.estimator`."""
    head: cst.BaseExpression = call.func
    while isinstance(head, cst.Attribute):
        head = head.value
    return isinstance(head, cst.Name) and any(each.local == head.value for each in file.imports)
