"""What a file sets `trainable` of models to, and which models are parts of another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.compile_order import calls_on, runs_before
from codemods.analysis.model_names import names_of
from codemods.analysis.provenance import called_function, calls_of, leaves, place, steps_back
from codemods.analysis.reaching import reaching
from codemods.analysis.self_attributes import attribute_of_self
from codemods.analysis.sure_calls import in_other_branch
from codemods.analysis.trainable_setters import given, only_sets, settings_of, value_of_setting
from codemods.analysis.unpacking import unpacked
from codemods.source.arguments import bind
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_MANY = 400


class Switch(NamedTuple):
    """A place that sets `trainable` of a model; `value` is None where the file does not show it.

    `is_whole` says that it sets that of the model itself, and not of its layers alone.
    """

    at: cst.AssignTarget | cst.Call
    model: cst.BaseExpression
    value: bool | None
    is_whole: bool = True


@once_per_file
def switches(file: File) -> list[Switch]:
    """Every assignment to the `trainable` of something with a name, and every call of an own function for that."""
    found = [
        *(each for target in file.every(cst.AssignTarget) for each in _set(file, target)),
        *(each for call in file.calls for each in (*_set(file, call), *_by_function(file, call))),
    ]
    return sorted(found, key=lambda each: file.order(each.at))


def _set(file: File, node: cst.AssignTarget | cst.Call) -> Iterator[Switch]:
    for each in settings_of(file, node):
        if not _is_set_by_calls(file, each.owner.model, node):
            yield Switch(node, each.owner.model, value_of_setting(each.value), each.owner.is_whole)


def _is_set_by_calls(file: File, model: cst.BaseExpression, at: cst.CSTNode) -> bool:
    """True in a function that does nothing but that, for what its calls give it or `self` has: those are the places."""
    function = file.function(at)
    if not isinstance(function, cst.FunctionDef) or not only_sets(function):
        return False
    if isinstance(model, cst.Name):
        bindings = file.assignments(model)
        return bool(bindings) and all(isinstance(each.node, cst.Param) for each in bindings)
    return attribute_of_self(file, model) is not None and bool(calls_of(file, function))


def _by_function(file: File, call: cst.Call) -> Iterator[Switch]:
    """What `set_trainable(model, False)` sets, if the function says `model.trainable = value` of its parameters."""
    for each in given(file, call):
        if name_of(each.model) is not None and not _is_set_by_calls(file, each.model, call):
            yield Switch(call, each.model, each.value, each.is_whole)


# --- what a model is put together from


class Parts(NamedTuple):
    """The places of all that a model is put together from; `is_known` if the file shows how it is made."""

    places: frozenset[object]
    is_known: bool

    def has(self, file: File, model: cst.BaseExpression) -> bool:
        """True if the model is one of the parts."""
        return not self.places.isdisjoint(names_of(file, model))


@once_per_file
def parts(file: File, model: cst.BaseExpression) -> Parts:
    """The functions that are called, and the layers that are added, where a model is put together."""
    made = [each for each in leaves(file, model) or () if name_of(each) != "None"]
    is_known = bool(made) and all(isinstance(each, cst.Call) and _is_known(file, each) for each in made)
    where = names_of(file, model)
    calls = [call for each in where for call in calls_on(file, each)]
    added = [arg.value for call in calls if method_of(call) == "add" for arg in call.args]
    return Parts(_places_behind(file, [*made, *added]) - where, is_known)


def is_in(file: File, model: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """True if what is set for `other` is set for layers of a model: a model of it, or another one of its tensors."""
    return parts(file, other).has(file, model) or not _outputs(file, model).isdisjoint(_outputs(file, other))


def _outputs(file: File, model: cst.BaseExpression) -> frozenset[object]:
    """The places of the tensors that a functional model gives."""
    found: set[object] = set()
    for made in leaves(file, model) or ():
        bound = bind(made, "inputs", "outputs") if isinstance(made, cst.Call) and _is_functional(made) else None
        output = bound.get("outputs") if bound is not None else None
        if output is not None and isinstance(output.value, cst.Name):
            found.add(place(file, output.value))
    return frozenset(found)


def _is_functional(made: cst.Call) -> bool:
    return (name_of(made.func) or "").rpartition(".")[2] in ("Model", "Network")


def _is_known(file: File, made: cst.Call) -> bool:
    """True for the classes of models, other functions of Keras, and what is given its parts as arguments."""
    return file.reference(made.func) is not None or any(name_of(arg.value) is not None for arg in made.args)


def _places_behind(file: File, pending: list[cst.BaseExpression]) -> frozenset[object]:
    """The places of all names that lead to some expressions, also through functions of the file."""
    found: set[object] = set()
    seen: set[int] = set()
    while pending and len(seen) < _MANY:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        for each in nodes(node, cst.Name, cst.Attribute, cst.Call):
            if isinstance(each, cst.Call):
                function = called_function(file, each)
                returned = nodes(function.body, cst.Return) if function is not None else ()
                pending += [given.value for given in returned if given.value is not None]
            elif isinstance(each, cst.Name | cst.Attribute) and place(file, each) not in found:
                found.add(place(file, each))
                pending += _values(file, each)
    return frozenset(found)


def _values(file: File, node: cst.Name | cst.Attribute) -> list[cst.BaseExpression]:
    """What a name or an attribute has its value from: by the assignments that reach it, and by calls."""
    if isinstance(node, cst.Attribute):
        return [each.value for each in steps_back(file, node) or ()]
    found: list[cst.BaseExpression] = []
    for binding in reaching(file, node):
        value = file.assigned_value(binding)
        if value is None and (taken := unpacked(file, binding.node)) is not None:
            value = taken.whole
        if value is not None:
            found.append(value)
        elif isinstance(binding.node, cst.Param):
            found += [each.value for each in steps_back(file, node) or ()]
    return found


# --- what a model is set to


def last_before(file: File, ours: list[Switch], node: cst.CSTNode, among: cst.CSTNode | None = None) -> Switch | None:
    """The last place that sets a model before a node, in its function or in those that call it.

    Those of the function of `among` count as well if nothing shows their order, where that is another function.
    """
    before = [each for each in ours if runs_before(file, each.at, node) and not in_other_branch(file, each.at, node)]
    here = [each for each in before if file.function(each.at) is file.function(node)]
    if here:
        return here[-1]
    place_of_others = file.function(among) if among is not None else None
    if place_of_others is not file.function(node):
        before += [each for each in ours if file.function(each.at) is place_of_others and each not in before]
    last: Switch | None = None
    for each in sorted(before, key=lambda each: file.order(each.at)):
        if last is None or not runs_before(file, each.at, last.at):
            last = each
    return last


def later_round(file: File, ours: list[Switch], call: cst.Call) -> Switch | None:
    """The last place that sets a model in a loop around a call and behind it, if none stands there before the call."""
    function = file.function(call)
    loops = [each for each in file.ancestors(call) if isinstance(each, cst.For | cst.While)]
    loops = [each for each in loops if file.function(each) is function]
    inside = [each for each in ours if any(above in loops for above in file.ancestors(each.at))]
    if any(file.before(each.at, call) for each in inside):
        return None
    return inside[-1] if inside else None
