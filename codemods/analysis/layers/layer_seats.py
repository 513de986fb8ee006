"""Where a layer stands in its model: first in a `Sequential`, behind another layer, or called on a tensor."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.reaching import uses_of
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes

_SEQUENTIAL = "keras.models.Sequential"
_WRAPPERS = ("keras.layers.Bidirectional", "keras.layers.TimeDistributed", "keras.layers.Wrapper")


class Place(Enum):
    """What a layer makes of the shape that it is given."""

    FIRST = "it says what the model takes"
    LATER = "another layer, or a tensor, says what comes in"
    OPEN = "the file does not show which"


class Seat(NamedTuple):
    """The place of a layer.

    For a first one, `holder` is the element of the list, or the line `model.add(...)`, and `adding` is that call.
    """

    place: Place
    holder: cst.Element | cst.SimpleStatementLine | None = None
    adding: cst.Call | None = None


_LATER = Seat(Place.LATER)
_OPEN = Seat(Place.OPEN)


def seat_of(file: File, layer: cst.Call) -> Seat:
    """The place of the layer that a call makes, followed through one name."""
    above = file.parent(layer)
    if isinstance(above, cst.Assign) and len(above.targets) == 1 and isinstance(above.targets[0].target, cst.Name):
        uses = uses_of(file, above.targets[0].target) or []
        seats = [_seat(file, use) for use in uses]
        if seats and all(each.place is Place.LATER for each in seats):
            return _LATER
        return seats[0] if len(seats) == 1 else _OPEN
    return _seat(file, layer)


def _seat(file: File, layer: cst.BaseExpression) -> Seat:
    above = file.parent(layer)
    if isinstance(above, cst.Call):
        return _LATER if above.func is layer else _OPEN
    if isinstance(above, cst.Element):
        return _listed(file, above)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return _OPEN
    if file.symbol(call.func) in _WRAPPERS:
        return _LATER
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "add" and len(call.args) == 1:
        return _added(file, call, call.func.value)
    return _OPEN


def _listed(file: File, element: cst.Element) -> Seat:
    listed = file.parent(element)
    arg = file.parent(listed) if isinstance(listed, cst.List | cst.Tuple) else None
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or file.symbol(call.func) != _SEQUENTIAL:
        return _OPEN
    assert isinstance(listed, cst.List | cst.Tuple)
    if listed.elements[0] is element:
        return Seat(Place.FIRST, element)
    return _LATER if isinstance(listed.elements[0], cst.Element) else _OPEN


def _added(file: File, call: cst.Call, model: cst.BaseExpression) -> Seat:
    """Look back from `model.add(...)` for the layer added before it, or for the empty `Sequential()`."""
    name, line = name_of(model), file.statement(call)
    if name is None:
        return _OPEN
    node: cst.CSTNode | None = line
    is_repeated = False
    while isinstance(node, cst.BaseStatement):
        block = file.block(node)
        if block is None:
            return _OPEN
        for statement in _before(file, node):
            found = _told(file, statement, name)
            if found is Place.FIRST and not is_repeated:
                is_line = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
                plain = is_line and isinstance(file.parent(call), cst.Expr)
                return Seat(Place.FIRST, line, call) if plain and isinstance(line, cst.SimpleStatementLine) else _OPEN
            if found is not None:
                return _LATER if found is Place.LATER else _OPEN
        node = _outer(file, block)
        is_repeated = is_repeated or isinstance(node, cst.For | cst.While)
    return _OPEN


def _before(file: File, statement: cst.BaseStatement) -> list[cst.BaseStatement]:
    """The statements of the block before one, the nearest first."""
    block = file.block(statement)
    listed = list(body_of(block)) if block is not None else []
    return listed[: listed.index(statement)][::-1]


def _outer(file: File, block: cst.CSTNode) -> cst.BaseStatement | None:
    """The `if`, `with` or loop that a block belongs to; None for a function or a class."""
    above = file.parent(block)
    if isinstance(above, cst.Else) and isinstance(file.parent(above), cst.If):
        above = file.parent(above)
    while isinstance(above, cst.If) and isinstance(file.parent(above), cst.If):
        above = file.parent(above)
    return above if isinstance(above, cst.If | cst.With | cst.For | cst.While) else None


def _told(file: File, statement: cst.BaseStatement, name: str) -> Place | None:
    """What a statement tells about the next layer of a model: None if it leaves the model alone."""
    for small in statement.body[::-1] if isinstance(statement, cst.SimpleStatementLine) else ():
        if isinstance(small, cst.Expr) and _is_method(small.value, name, "add"):
            return Place.LATER
        if isinstance(small, cst.Assign) and _is_assigned(small, name):
            return _begun(file, small.value)
    changed = any(_is_method(call, name, "add", "pop") for call in nodes(statement, cst.Call))
    return Place.OPEN if changed or any(_is_assigned(each, name) for each in nodes(statement, cst.Assign)) else None


def _is_method(node: cst.CSTNode, name: str, *methods: str) -> bool:
    """True for `name.method(...)`."""
    function = node.func if isinstance(node, cst.Call) else None
    return isinstance(function, cst.Attribute) and function.attr.value in methods and name_of(function.value) == name


def _is_assigned(node: cst.Assign, name: str) -> bool:
    return any(name_of(each.target) == name for each in node.targets)


def _begun(file: File, value: cst.BaseExpression) -> Place:
    """What an assignment to the name of the model says: an empty `Sequential` has no layer yet."""
    if not isinstance(value, cst.Call) or file.symbol(value.func) != _SEQUENTIAL:
        return Place.OPEN
    layers = next((arg.value for arg in value.args if arg.keyword is None or arg.keyword.value == "layers"), None)
    if any(arg.star for arg in value.args):
        return Place.OPEN
    if layers is None or (isinstance(layers, cst.List | cst.Tuple) and not layers.elements):
        return Place.FIRST
    if isinstance(layers, cst.List | cst.Tuple) and isinstance(layers.elements[0], cst.Element):
        return Place.LATER
    return Place.OPEN
