"""The values that a list, tuple or dictionary of the file holds, and what a loop variable runs over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self, same_attributes, values_of_attribute
from codemods.analysis.flow.unpacking import part_of
from codemods.analysis.objects.built_models import returns_of
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import LOCAL

_GROWING = frozenset({"extend", "insert", "setdefault", "update"})
"""Methods that put values into a list or dictionary; `append` is read, these are not."""
_DEPTH = 8


def loop_iterable(file: File, target: cst.CSTNode | None) -> cst.BaseExpression | None:
    """The list, tuple or dictionary whose values the loop variable `target` takes; None if it is none."""
    loop = file.parent(target) if target is not None else None
    if isinstance(loop, cst.For | cst.CompFor) and loop.target is target:
        return _values_of(loop.iter) or loop.iter
    if not isinstance(loop, cst.Element):
        return None
    names = file.parent(loop)
    above = file.parent(names) if names is not None else None
    if not isinstance(names, cst.Tuple) or not isinstance(above, cst.For | cst.CompFor) or above.target is not names:
        return None
    return _part(file, above.iter, names.elements.index(loop))


def _part(file: File, iterable: cst.BaseExpression, place: int) -> cst.BaseExpression | None:
    """What part `place` of the tuples runs over that `zip`, `enumerate` or `.items()` makes."""
    if not isinstance(iterable, cst.Call):
        return None
    args = [arg.value for arg in iterable.args if arg.keyword is None and not arg.star]
    if isinstance(iterable.func, cst.Attribute) and iterable.func.attr.value == "items" and not iterable.args:
        return iterable.func.value if place == 1 else None
    if file.is_builtin(iterable.func, "enumerate") and args:
        return args[0] if place == 1 else None
    if file.is_builtin(iterable.func, "zip") and len(args) == len(iterable.args):
        return args[place] if place < len(args) else None
    return None


def _values_of(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The dictionary `d` of `d.values()`."""
    if not isinstance(node, cst.Call) or node.args or not isinstance(node.func, cst.Attribute):
        return None
    return node.func.value if node.func.attr.value == "values" else None


def elements(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> list[cst.BaseExpression] | None:
    """The values that a list, tuple or dictionary holds at some time; None if the file does not show all."""
    if not depth:
        return None
    if isinstance(node, cst.List | cst.Tuple | cst.Set):
        return [each.value for each in node.elements] if _is_plain(node.elements, cst.Element) else None
    if isinstance(node, cst.Dict):
        return [each.value for each in node.elements] if _is_plain(node.elements, cst.DictElement) else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _together(file, [node.left, node.right], depth)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        return elements(file, node.left, depth - 1) if isinstance(node.left, cst.List) else None
    if isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp):
        return [node.elt]
    if isinstance(node, cst.DictComp):
        return [node.value]
    if isinstance(node, cst.Call):
        return _made(file, node, depth)
    if isinstance(node, cst.Name):
        return _of_name(file, node, depth)
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        return _of_attribute(file, node, depth)
    return None


def under_key(held: cst.BaseExpression, key: object) -> cst.BaseExpression | None:
    """What a dictionary, a call of `dict`, a tuple or a list that is written out has under a literal key."""
    if key is ...:
        return None
    if isinstance(held, cst.Dict):
        pairs = [each for each in held.elements if isinstance(each, cst.DictElement)]
        return next((each.value for each in pairs if literal(each.key) == key), None)
    if isinstance(held, cst.Call):
        return next((arg.value for arg in held.args if arg.keyword is not None and arg.keyword.value == key), None)
    return part_of(held, (key,)) if isinstance(key, int) and key >= 0 else None


def _made(file: File, call: cst.Call, depth: int) -> list[cst.BaseExpression] | None:
    """The values of `dict(a=a)`, of `list(values)` and its kin, and of what a function returns."""
    if file.is_builtin(call.func, "dict"):
        return [arg.value for arg in call.args] if all(arg.keyword is not None for arg in call.args) else None
    is_copy = file.is_builtin(call.func, "list", "tuple", "set", "sorted", "reversed") and len(call.args) == 1
    if is_copy and not call.args[0].star:
        return elements(file, _values_of(call.args[0].value) or call.args[0].value, depth - 1)
    if file.is_builtin(call.func, "list", "tuple", "set") and not call.args:
        return []
    values = returns_of(file, call.func)
    return elements(file, values[0], depth - 1) if len(values) == 1 and values[0] is not None else None


def _is_plain(found: Iterable[cst.CSTNode], kind: type[cst.CSTNode]) -> bool:
    """True if nothing is unpacked in a literal."""
    return all(isinstance(each, kind) for each in found)


def _together(file: File, nodes: Iterable[cst.BaseExpression], depth: int) -> list[cst.BaseExpression] | None:
    found: list[cst.BaseExpression] = []
    for node in nodes:
        more = elements(file, node, depth - 1)
        if more is None:
            return None
        found += more
    return found


def _of_name(file: File, name: cst.Name, depth: int) -> list[cst.BaseExpression] | None:
    bindings = file.assignments(name)
    values = file.definitions(name) if all(each.kind == LOCAL for each in bindings) else None
    first = _together(file, values, depth) if values else None
    return _grown(file, first, (use for each in bindings for use in each.uses))


def _of_attribute(file: File, node: cst.Attribute, depth: int) -> list[cst.BaseExpression] | None:
    values = values_of_attribute(file, node)
    first = _together(file, values, depth) if values else None
    return _grown(file, first, same_attributes(file, node))


def _grown(
    file: File, found: list[cst.BaseExpression] | None, uses: Iterable[cst.BaseExpression]
) -> list[cst.BaseExpression] | None:
    """The values with those that `append` and `d[key] =` add; None if more are put in where that cannot be read."""
    if found is None:
        return None
    found = [*found]
    for use in uses:
        above = file.parent(use)
        around = file.parent(above) if above is not None else None
        if isinstance(above, cst.Attribute) and above.value is use:
            if above.attr.value in _GROWING:
                return None
            if above.attr.value == "append":
                if not isinstance(around, cst.Call) or len(around.args) != 1:
                    return None
                found.append(around.args[0].value)
        elif isinstance(above, cst.Subscript) and isinstance(around, cst.AssignTarget):
            assign = file.parent(around)
            if not isinstance(assign, cst.Assign):
                return None
            found.append(assign.value)
    return found


def nested(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The expression itself, or those in a literal collection, and both of `a if c else b`, however nested."""
    if isinstance(node, cst.List | cst.Tuple | cst.Set):
        for element in node.elements:
            yield from nested(element.value)
    elif isinstance(node, cst.Dict):
        for entry in node.elements:
            yield from nested(entry.value)
    elif isinstance(node, cst.IfExp):
        yield from (*nested(node.body), *nested(node.orelse))
    else:
        yield node
