"""Sequences of the project whose number of batches is what they were made with, or is counted as the steps are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import assigned_to_self, attribute_of_self, attributes_named, value_of
from codemods.analysis.objects.project_classes import OfModule, class_elsewhere, lineage_in_project
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes

_LENGTH, _START = "__len__", "__init__"
_FLOORS = frozenset({"math.floor", "numpy.floor"})
_CEILINGS = frozenset({"math.ceil", "numpy.ceil"})
_SIGNS = {cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.FloorDivide: "//"}
_CHANGING = frozenset({"append", "clear", "extend", "insert", "pop", "remove"})
_DEPTH = 8

_Number = tuple[object, ...]


class _Place(NamedTuple):
    """Where an expression stands; in a class, what its object was made with, and where."""

    file: File
    made: OfModule | None = None
    given: Mapping[str, cst.BaseExpression] = {}
    above: _Place | None = None


def has_length(file: File, data: cst.BaseExpression, steps: cst.BaseExpression) -> bool:
    """True if the steps are what `__len__` of the data's class returns: the same argument, or the same quotient."""
    length = _length_of(file, data)
    return length is not None and length == _counted(_Place(file), steps)


def _length_of(file: File, data: cst.BaseExpression) -> _Number | None:
    """What `__len__` of an object counts, in terms of the file that makes it."""
    made, call = class_elsewhere(file, data), value_of(file, data)
    if made is None or not isinstance(call, cst.Call):
        return None
    function = _method(made, _LENGTH)
    value = _returned(function[1]) if function is not None else None
    if function is None or value is None:
        return None
    given = _arguments(file, call, made)
    return _counted(_Place(function[0].module, made, given, _Place(file)), value) if given is not None else None


def _method(made: OfModule, name: str) -> tuple[OfModule, cst.FunctionDef] | None:
    for each in lineage_in_project(made):
        found = method(each.module, each.owner, name)
        if found is not None:
            return each, found
    return None


def _returned(function: cst.FunctionDef) -> cst.BaseExpression | None:
    """What a function returns, if that is all that it does."""
    body = [each for each in function.body.body if not _is_text(each)]
    line = body[0] if len(body) == 1 else None
    last = line.body[0] if isinstance(line, cst.SimpleStatementLine) else line
    return last.value if isinstance(last, cst.Return) and not function.decorators else None


def _is_text(statement: cst.CSTNode) -> bool:
    """True for a docstring."""
    alone = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    return isinstance(alone, cst.Expr) and isinstance(literal(alone.value), str)


def _arguments(file: File, call: cst.Call, made: OfModule) -> dict[str, cst.BaseExpression] | None:
    """What `__init__` gets for each parameter, its defaults included; None if the call does not show it."""
    found = _method(made, _START)
    if found is None:
        return {} if not call.args else None
    params = found[1].params
    named = given_keywords(file, call)
    if named is None:
        return None
    written = [(each.name.value, each.default) for each in (*params.params, *params.kwonly_params)]
    defaults = {name: value for name, value in written if value is not None and literal(value) is not ...}
    places = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    names = [each.name.value for each in params.params[1:]]
    if len(places) > len(names):
        return None
    by_place = dict(zip(names, places, strict=False))
    return {**defaults, **by_place, **{name: entry.value for name, entry in named.items()}}


# --- numbers in one form


def _counted(place: _Place, node: cst.BaseExpression, depth: int = _DEPTH) -> _Number | None:
    """A number in one form, with the values of its names beside them; None if they are not shown."""
    if not depth:
        return None
    if isinstance(node, cst.Integer):
        return ("number", literal(node))
    if isinstance(node, cst.BinaryOperation):
        return _operation(place, node, depth)
    if isinstance(node, cst.Call):
        return _call(place, node, depth)
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute) and _is_first_size(node):
        inner = _counted(place, node.value.value, depth - 1)
        return ("len", inner) if inner is not None else None
    return _of_object(place, node, depth) if place.made is not None else _of_caller(place, node, depth)


def _operation(place: _Place, node: cst.BinaryOperation, depth: int) -> _Number | None:
    sign = _SIGNS.get(type(node.operator))
    left, right = _counted(place, node.left, depth - 1), _counted(place, node.right, depth - 1)
    return (sign, left, right) if sign and left is not None and right is not None else None


def _call(place: _Place, call: cst.Call, depth: int) -> _Number | None:
    """`int(len(x) / 8)`, `np.floor(len(x) / float(8))` and `len(x) // 8` are one number."""
    if len(call.args) != 1 or call.args[0].star or call.args[0].keyword is not None:
        return None
    inner = _counted(place, call.args[0].value, depth - 1)
    name = place.file.qualified_name(call.func)
    if inner is None or place.file.is_builtin(call.func, "float"):
        return inner
    if place.file.is_builtin(call.func, "len"):
        return ("len", inner)
    if name in _CEILINGS:
        return ("ceil", inner)
    return _floored(inner) if place.file.is_builtin(call.func, "int") or name in _FLOORS else None


def _floored(number: _Number) -> _Number:
    """The form of a number without its remainder."""
    if number[0] == "/":
        return ("//", *number[1:])
    return ("int", number) if number[0] in _SIGNS.values() and number[0] != "//" else number


def _is_first_size(node: cst.Subscript) -> bool:
    """True for `x.shape[0]`."""
    index = node.slice[0].slice if len(node.slice) == 1 else None
    is_first = isinstance(index, cst.Index) and literal(index.value) == 0
    return is_first and isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"


def _of_object(place: _Place, node: cst.BaseExpression, depth: int) -> _Number | None:
    """A value in a class: what `__init__` was given, what it keeps on `self`, or a name of the module."""
    assert place.made is not None
    attribute = attribute_of_self(place.file, node)
    if attribute is not None:
        return _of_attribute(place, attribute, depth)
    if not isinstance(node, cst.Name):
        return None
    bindings = place.file.assignments(node)
    if not any(isinstance(each.node, cst.Param) for each in bindings):
        return _of_caller(place._replace(made=None), node, depth)
    function = place.file.function(node)
    is_start = isinstance(function, cst.FunctionDef) and function.name.value == _START
    if not is_start or len(bindings) != 1 or node.value not in place.given or place.above is None:
        return None
    return _counted(place.above, place.given[node.value], depth - 1)


def _of_attribute(place: _Place, name: str, depth: int) -> _Number | None:
    """What every object keeps in `self.name`, as far as it is given one."""
    assert place.made is not None
    found: set[_Number | None] = set()
    for each in lineage_in_project(place.made):
        if any(_is_changed(each.module, use) for use in attributes_named(each.module, each.owner, name)):
            return None
        values = assigned_to_self(each.module, each.owner, name)
        if values is None:
            return None
        here = place._replace(file=each.module)
        found |= {_counted(here, value, depth - 1) for value in values if not _is_instead(here, value)}
    return found.pop() if len(found) == 1 else None


def _is_changed(file: File, use: cst.Attribute) -> bool:
    """True for `self.x.pop()` and `del self.x[0]`."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute) and above.attr.value in _CHANGING:
        return isinstance(file.parent(above), cst.Call)
    return isinstance(above, cst.Subscript) and isinstance(file.parent(above), cst.Del)


def _is_instead(place: _Place, value: cst.BaseExpression) -> bool:
    """True for what takes the place of an argument in `if steps is None:`, where one is given."""
    for above in place.file.ancestors(value):
        if isinstance(above, cst.If) and above.body in place.file.ancestors(value):
            words = place.file.code(above.test).split()
            given = place.given.get(words[0]) if words[1:] == ["is", "None"] else None
            return given is not None and literal(given) is not None
    return False


def _of_caller(place: _Place, node: cst.BaseExpression, depth: int) -> _Number | None:
    """A name or an attribute where the object is made, by the value that it has there."""
    if literal(node) is not ... or not isinstance(node, cst.Name | cst.Attribute | cst.Subscript):
        return None
    value = value_of(place.file, node) if isinstance(node, cst.Name) else None
    counted = _counted(place, value, depth - 1) if isinstance(value, cst.BinaryOperation | cst.Call) else None
    if counted is not None:
        return counted
    bound = tuple(_bound_to(place.file, name) for name in nodes(node, cst.Name) if not _is_member(place.file, name))
    return ("value", place.file.code(node), bound)


def _is_member(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    return isinstance(above, cst.Attribute) and above.attr is name


def _bound_to(file: File, name: cst.Name) -> tuple[object, ...]:
    """What gives a name its value: another module of the project, or the assignments that reach it."""
    elsewhere = file.in_project(name)
    return elsewhere if elsewhere is not None else tuple(each.node for each in reaching(file, name))
