"""What a file sets `trainable` of models to, and which models are parts of another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.flow.sure_calls import in_other_branch
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.models.compile_order import Compiled, calls_on, runs_before
from codemods.analysis.models.model_names import names_of
from codemods.analysis.models.trainable_setters import given, only_sets, settings_of, value_of_setting
from codemods.analysis.objects.provenance import Step, called_function, calls_of, leaves, place, steps_back
from codemods.source.arguments import bind
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_MANY = 400
_WRAPPERS = ("TimeDistributed", "Bidirectional", "Lambda")
_FUNCTIONAL = ("Model", "Network")


class Switch(NamedTuple):
    """A place that sets `trainable` of a model; `value` is None where the file does not show it.

    `is_whole` says that it sets that of the model itself, and not of its layers alone. `order` is the place of that in
    the function that a call runs.
    """

    at: cst.AssignTarget | cst.Call
    model: cst.BaseExpression
    value: bool | None
    is_whole: bool = True
    order: int = -1


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
            yield Switch(call, each.model, each.value, each.is_whole, each.order)


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
    shared = [each for each in made if not _is_copy(file, each)]
    return Parts(_places_behind(file, [*shared, *added]) - where, is_known)


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
    return (name_of(made.func) or "").rpartition(".")[2] in _FUNCTIONAL


def _is_known(file: File, made: cst.Call) -> bool:
    """True for the classes of models, other functions of Keras, and what is given its parts as arguments."""
    return file.reference(made.func) is not None or any(name_of(arg.value) is not None for arg in made.args)


def _is_copy(file: File, made: cst.BaseExpression) -> bool:
    """True for what Keras makes of a file, of a configuration or of another model: it shares nothing."""
    symbol = file.symbol(made.func) if isinstance(made, cst.Call) else None
    return symbol is not None and symbol.rpartition(".")[2] not in (*_FUNCTIONAL, "Sequential", "multi_gpu_model")


def _places_behind(file: File, given: list[cst.BaseExpression]) -> frozenset[object]:
    """The places of all names that lead to some expressions, also through functions of the file."""
    found: set[object] = set()
    seen: set[tuple[int, int | None]] = set()
    pending = [Step(each) for each in given]
    while pending and len(seen) < _MANY:
        node, part = pending[-1].value, pending.pop().part
        if (id(node), part) in seen:
            continue
        seen.add((id(node), part))
        if part is not None and (isinstance(node, cst.Tuple) or _called_by(file, node) is not None):
            pending += steps_back(file, node, part) or ()
            continue
        settings = _settings_of_layers(file, node)
        for each in nodes(node, cst.Name, cst.Attribute, cst.Call):
            if id(each) in settings:
                continue
            if isinstance(each, cst.Call):
                function = called_function(file, each)
                returned = nodes(function.body, cst.Return) if function is not None else ()
                pending += [Step(one.value) for one in returned if one.value is not None]
            elif isinstance(each, cst.Name | cst.Attribute) and place(file, each) not in found:
                found.add(place(file, each))
                pending += _values(file, each)
    return frozenset(found)


def _settings_of_layers(file: File, node: cst.BaseExpression) -> set[int]:
    """The `id` of what stands in the arguments that say how a layer is made: no models lead there."""
    made = [each for each in nodes(node, cst.Call) if _makes_plain_layer(file, each)]
    return {id(below) for each in made for arg in each.args for below in nodes(arg, cst.Name, cst.Attribute, cst.Call)}


def _makes_plain_layer(file: File, call: cst.Call) -> bool:
    module, _, name = (file.symbol(call.func) or "").rpartition(".")
    return module == "keras.layers" and name[:1].isupper() and name not in _WRAPPERS


def _called_by(file: File, node: cst.BaseExpression) -> cst.FunctionDef | None:
    """The function of the file that an expression calls."""
    return called_function(file, node) if isinstance(node, cst.Call) else None


def _values(file: File, node: cst.Name | cst.Attribute) -> list[Step]:
    """What a name or an attribute has its value from: by the assignments that reach it, and by calls."""
    steps = steps_back(file, node) or []
    if isinstance(node, cst.Attribute):
        return steps
    found: list[Step] = []
    for binding in reaching(file, node):
        value, taken = file.assigned_value(binding), unpacked(file, binding.node)
        if value is not None:
            found.append(Step(value))
        elif taken is not None:
            found.append(Step(taken.whole, part=taken.path[0] if taken.path else None))
        elif isinstance(binding.node, cst.Param):
            found += steps
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
        there = [each for each in ours if file.function(each.at) is place_of_others and each not in before]
        before += [each for each in there if not runs_before(file, node, each.at)]
    last: Switch | None = None
    for each in sorted(before, key=lambda each: file.order(each.at)):
        if last is None or not runs_before(file, each.at, last.at):
            last = each
    return last


def last_at_compile(file: File, ours: list[Switch], compiled: Compiled) -> Switch | None:
    """The last place that sets a model before it is compiled: also the same call, if the function does it before."""
    same = [each for each in ours if each.at is compiled.at and each.order < compiled.order]
    return same[-1] if same else last_before(file, ours, compiled.at)


def later_round(file: File, ours: list[Switch], call: cst.Call, compiled: list[Compiled]) -> Switch | None:
    """The last place that sets a model in a loop around a call and behind it, if none stands there before the call.

    None if the loop compiles the model as well.
    """
    function = file.function(call)
    loops = [each for each in file.ancestors(call) if isinstance(each, cst.For | cst.While)]
    loops = [each for each in loops if file.function(each) is function]
    if any(above in loops for each in compiled for above in file.ancestors(each.at)):
        return None
    inside = [each for each in ours if any(above in loops for above in file.ancestors(each.at))]
    if any(file.before(each.at, call) for each in inside):
        return None
    return inside[-1] if inside else None
