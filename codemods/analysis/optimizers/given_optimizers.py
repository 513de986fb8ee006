"""The optimizers that a file makes, and the ways on which they get to a `compile`: functions, settings, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import values_under
from codemods.analysis.flow.call_sites import is_compile
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.flow.unpacking import unpacked as unpacked_target
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_native_models
from codemods.analysis.objects.member_values import member_values
from codemods.analysis.objects.object_types import OPTIMIZER, Receiver, origin_of_part
from codemods.analysis.objects.provenance import Step, calls_anywhere, given_by_calls, place, steps_back
from codemods.source.arguments import argument, bind, literal, literal_key
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

OPTIMIZER_KEY = "optimizer"
_READING = ("get", "pop")
_CALLS = 4
"""The most functions that call one another."""
_VALUES = 6
"""The most names and dictionaries that hand on a value."""
_WAYS = 32

Way = tuple[cst.Call, ...]
"""A call, the one that runs its function, and so on: `compile` comes first."""


class Made(NamedTuple):
    """An expression that makes an optimizer, or makes it as a part of a tuple."""

    value: cst.BaseExpression
    part: int | None = None


class Use(NamedTuple):
    """A `compile` that is given an optimizer, and the calls that lead to it in the function that makes that."""

    way: Way

    @property
    def compile(self) -> cst.Call:
        return self.way[0]

    @property
    def at(self) -> cst.Call:
        """Where that happens in the function that makes the optimizer."""
        return self.way[-1]

    @property
    def model(self) -> cst.BaseExpression:
        assert isinstance(self.compile.func, cst.Attribute)
        return self.compile.func.value


class _Value(NamedTuple):
    """An expression, or its part, on a way of calls; `at` is the place in it of the one that runs its function.

    `by` makes the value anew in each call, if what makes it is in its function.
    """

    node: cst.BaseExpression
    way: Way
    at: int = 0
    part: int | None = None
    by: cst.Call | None = None


def given_optimizers(file: File) -> Iterator[tuple[Made, list[Use]]]:
    """The optimizers that the file makes, and each `compile` of what may be a model that one of them gets to."""
    found: dict[Made, dict[Use, None]] = {}
    for call in file.calls:
        if not is_compile(file, call) or not isinstance(call.func, cst.Attribute):
            continue
        if evidence(file, call.func.value, Kind.MODEL) is Evidence.FOREIGN:
            continue
        for way in ways_to(file, call):
            for value in _given(file, call, way):
                for made, use in _makings(file, value, _VALUES):
                    found.setdefault(made, {})[use] = None
    for made, uses in found.items():
        yield made, list(uses)


def _given(file: File, call: cst.Call, way: Way) -> Iterator[_Value]:
    """What a `compile` gets as its optimizer, also from dictionaries."""
    arg = argument(call, OPTIMIZER_KEY)
    if arg is not None:
        yield _Value(arg.value, way)
    for each in call.args if arg is None else ():
        if each.star == "**":
            yield from _under(file, each.value, OPTIMIZER_KEY, _Value(each.value, way))


@once_per_file
def ways_to(file: File, call: cst.Call, depth: int = _CALLS) -> list[Way]:
    """The ways on which the calls of the file lead to one."""
    function = file.function(call)
    callers = calls_anywhere(file, function) if depth and isinstance(function, cst.FunctionDef) else []
    found = [(call, *way) for each in callers for way in ways_to(file, each, depth - 1)]
    return found[:_WAYS] or [(call,)]


# --- back to what makes it


def _makings(file: File, value: _Value, depth: int) -> Iterator[tuple[Made, Use]]:
    """The expressions that make an optimizer which a value may be."""
    for made, use in _makings_of(file, value, depth):
        if value.by is not None and _makes(file, value.by, made.value):
            again = Made(value.by)
            yield again, Use(_since(file, value, again))
        else:
            yield made, use


def _makings_of(file: File, value: _Value, depth: int) -> Iterator[tuple[Made, Use]]:
    made = Made(value.node, value.part)
    if any(_is_optimizer(file, call, value.part) for call in _calls(made)):
        yield made, Use(_since(file, value, made))
    elif depth:
        for source in _sources(file, value._replace(by=None)):
            yield from _makings(file, source, depth - 1)


def _sources(file: File, value: _Value) -> Iterator[_Value]:
    """The expressions that a value may come from, in one step."""
    node, held = value.node, _read_of(value.node)
    if held is not None:
        yield from _under(file, *held, value)
    elif isinstance(node, cst.Name):
        for binding in file.assignments(node):
            if isinstance(binding.node, cst.Param):
                yield from _passed(file, binding.node, value)
            elif (given := file.assigned_value(binding)) is not None:
                yield value._replace(node=given)
            elif (parts := unpacked_target(file, binding.node)) is not None and len(parts.path) <= 1:
                yield value._replace(node=parts.whole, part=next(iter(parts.path), None))
    elif isinstance(node, cst.Attribute):
        yield from _held_by(file, node, value)
    elif isinstance(node, cst.IfExp | cst.BooleanOperation):
        yield from (value._replace(node=each.value) for each in steps_back(file, node) or ())


def _held_by(file: File, node: cst.Attribute, value: _Value) -> Iterator[_Value]:
    """What an attribute of an object or a class is given."""
    for step in steps_back(file, node) or [Step(each) for each in member_values(file, node)]:
        yield from _on_way(file, value._replace(node=step.value, part=step.part))


def _on_way(file: File, value: _Value) -> Iterator[_Value]:
    """What an object was given, on the way through the method that keeps it.

    Where the way does not lead through that, it goes by the calls that do so, to what the object itself calls.
    """
    method = home(file, value.node)
    if not isinstance(method, cst.FunctionDef):
        yield value
        return
    at = next((at for at, call in enumerate(value.way) if at >= value.at and file.function(call) is method), None)
    if at is not None or not _takes(file, value.node, method):
        yield value if at is None else value._replace(at=at)
        return
    own = _inside(file, value)
    for call in calls_anywhere(file, method):
        yield value._replace(way=(*own, call), at=len(own) - 1)


def _inside(file: File, value: _Value) -> Way:
    """The calls as far as the object makes them itself."""
    way = value.way
    end = next((at for at, call in enumerate(way) if at > value.at and not _is_of_self(file, call)), len(way))
    return way[:end]


def _is_of_self(file: File, call: cst.Call) -> bool:
    owner = call.func.value if isinstance(call.func, cst.Attribute) else None
    return isinstance(owner, cst.Name) and is_self(file, owner)


def _takes(file: File, node: cst.BaseExpression, function: cst.FunctionDef) -> bool:
    """True if a value is, or is made of, a parameter of the function."""
    return any(
        isinstance(binding.node, cst.Param) and file.function_of(binding.node) is function
        for name in nodes(node, cst.Name)
        for binding in file.assignments(name)
    )


def _passed(file: File, param: cst.Param, value: _Value) -> Iterator[_Value]:
    """What the call on the way passes for a parameter, or else its default."""
    function = file.function_of(param)
    calls = calls_anywhere(file, function) if function is not None else []
    at = next((at for at, call in enumerate(value.way) if at > value.at and call in calls), None)
    if function is None or at is None:
        return
    call = value.way[at]
    bound = bind(call, *given_by_calls(file, function))
    if bound is None:
        for arg in call.args:
            if arg.star == "**":
                yield from _under(file, arg.value, param.name.value, value._replace(at=at))
    elif param.name.value in bound:
        yield value._replace(node=bound[param.name.value].value, at=at)
    elif param.default is not None:
        yield value._replace(node=param.default, at=at)


def _under(file: File, held: cst.BaseExpression, key: str, value: _Value) -> Iterator[_Value]:
    """What a dictionary has under a key."""
    for entry, found in values_under(file, held, key, value.way):
        around = {*file.ancestors(entry.value)}
        passing = next((at for at, call in enumerate(value.way) if at and call in around), None)
        if passing is not None or found.passed_by is None or found.passed_by in value.way:
            at = max(value.at, passing or 0)
            yield value._replace(node=entry.value, at=at, by=found.made_by)
        else:
            own = _inside(file, value)
            yield value._replace(node=entry.value, way=(*own, found.passed_by), at=len(own), by=found.made_by)


def _read_of(value: cst.BaseExpression) -> tuple[cst.BaseExpression, str] | None:
    """The dictionary and the key of `options["optimizer"]` and `options.get("optimizer")`."""
    if isinstance(value, cst.Subscript):
        key = literal_key(value)
        return (value.value, key) if isinstance(key, str) else None
    if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute) or not value.args:
        return None
    key = literal(value.args[0].value)
    return (value.func.value, key) if value.func.attr.value in _READING and isinstance(key, str) else None


def _calls(made: Made) -> list[cst.Call]:
    """The call itself, or those of `{"adam": Adam(), "sgd": SGD()}[name]`."""
    value = made.value
    if isinstance(value, cst.Call):
        return [value]
    table = value.value if isinstance(value, cst.Subscript) and made.part is None else None
    elements = table.elements if isinstance(table, cst.Dict) else ()
    return [each.value for each in elements if isinstance(each.value, cst.Call)]


def _is_optimizer(file: File, call: cst.Call, part: int | None) -> bool:
    """True for an optimizer of Keras, and for one of the shims that trains models of Keras itself."""
    if part is not None:
        found = origin_of_part(file, call, (part,))
        if not isinstance(found, Receiver) or not found.is_a(OPTIMIZER):
            return False
        return not found.shimmed or has_native_models(file)
    reference = file.reference(call.func)
    shimmed = reference is not None and reference.spelling.shimmed
    return (not shimmed or has_native_models(file)) and evidence(file, call, Kind.OPTIMIZER).is_enough


def _makes(file: File, call: cst.Call, value: cst.BaseExpression) -> bool:
    """True if each call makes the value anew: it copies it, or the value is made in the function."""
    if file.qualified_name(call.func) == "copy.deepcopy":
        return True
    function = home(file, value)
    return isinstance(function, cst.FunctionDef) and function not in file.ancestors(call)


# --- where that is


def home(file: File, node: cst.CSTNode) -> cst.FunctionDef | cst.Module:
    """The function that evaluates a node: for a default, the one around the function that has it."""
    function = file.function(node)
    if isinstance(function, cst.FunctionDef) and function.body not in file.ancestors(node):
        return file.function(function)
    return function


def _since(file: File, value: _Value, made: Made) -> Way:
    """The way from where the optimizer is made; of one that an object makes, in the methods of its class."""
    function, owner = home(file, made.value), file.enclosing_class(made.value)
    is_own = isinstance(function, cst.FunctionDef) and owner is not None
    for at, call in enumerate(value.way):
        further = value.way[at + 1 : at + 2]
        is_left = any(file.enclosing_class(each) is not owner is file.enclosing_class(call) for each in further)
        if at >= value.at and (file.function(call) is function or (is_own and is_left)):
            return value.way[: at + 1]
    return value.way


# --- the model


class Model(NamedTuple):
    """What is compiled, as the outermost function spells it that passes it on, and the way from there."""

    value: cst.BaseExpression
    way: Way


def model_of(file: File, use: Use) -> Model:
    """The model that a `compile` compiles."""
    found = Model(use.model, use.way)
    while len(found.way) > 1 and isinstance(found.value, cst.Name):
        binding, function = file.only_binding(found.value), file.function(found.way[0])
        if binding is None or not isinstance(binding.node, cst.Param) or not isinstance(function, cst.FunctionDef):
            break
        bound = bind(found.way[1], *given_by_calls(file, function)) or {}
        if file.function_of(binding.node) is not function or found.value.value not in bound:
            break
        found = Model(bound[found.value.value].value, found.way[1:])
    return found


def object_of(file: File, model: Model) -> object:
    """What differs for two objects whose attribute `self.model` is; None where that is not known."""
    for index, call in enumerate(model.way[1:], 1):
        receiver = call.func.value if isinstance(call.func, cst.Attribute) else None
        if receiver is None:
            return model.way[index:]
        if not isinstance(receiver, cst.Name) or not is_self(file, receiver):
            return place(file, receiver)
    return None


def is_of_self(model: Model) -> bool:
    """True for `self.model`."""
    return (name_of(model.value) or "").startswith("self.")
