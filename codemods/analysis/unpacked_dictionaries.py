"""The keywords that a call gets from an unpacked dictionary, as far as the file shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.logged_values import param_of
from codemods.analysis.self_attributes import values_of_attribute
from codemods.source.arguments import literal
from codemods.source.file import File

Entry = cst.DictElement | cst.Arg
"""`"lr": 0.1` of a dictionary, or `lr=0.1` of a call of `dict` or of a function that passes its keywords on."""


class Unpacked(NamedTuple):
    """What `**dictionary` in a call holds.

    `holder` is the dictionary, or the call, that lists the entries; `only_here`: nothing else uses it.
    """

    holder: cst.Dict | cst.Call
    entries: dict[str, Entry]
    only_here: bool


def unpacked(file: File, arg: cst.Arg) -> Iterator[Unpacked]:
    """The dictionaries that may be what is unpacked by `**`."""
    value = arg.value
    if isinstance(value, cst.Name):
        bindings = file.assignments(value)
        only_here = all(use is value for each in bindings for use in each.uses)
        for binding in bindings:
            held = file.assigned_value(binding)
            if held is not None:
                yield from _listed(file, held, only_here=only_here)
            elif isinstance(binding.node, cst.Param):
                yield from _passed_on(file, binding.node, only_here=only_here)
        return
    held_by_self = values_of_attribute(file, value)
    for held in held_by_self or [value]:
        yield from _listed(file, held, only_here=held is value)


def given_keywords(file: File, call: cst.Call) -> dict[str, Entry] | None:
    """All keywords that a call passes, those of unpacked dictionaries included; None if the file does not show all."""
    found: dict[str, Entry] = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    for arg in call.args:
        if arg.star == "*":
            return None
        if arg.star == "**":
            held = _untouched(file, arg.value)
            if held is None:
                return None
            found.update(held)
    return found


def _untouched(file: File, node: cst.BaseExpression) -> dict[str, Entry] | None:
    """The entries of a dictionary whose keys are all written out, and that nothing changes."""
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        value = file.assigned_value(binding) if binding is not None else None
        if binding is None or value is None or not all(_only_reads(file, use) for use in binding.uses):
            return None
        node = value
    listed = next(_listed(file, node, only_here=True), None)
    if listed is None:
        return None
    size = len(node.elements) if isinstance(node, cst.Dict) else len(node.args) if isinstance(node, cst.Call) else 0
    return listed.entries if len(listed.entries) == size else None


def _only_reads(file: File, use: cst.Name) -> bool:
    """True for `**use`, `use[key]` that is read, and `print(use)`."""
    above = file.parent(use)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return above.star == "**" or (isinstance(call, cst.Call) and file.is_builtin(call.func, "print", "str", "len"))
    if isinstance(above, cst.Subscript) and above.value is use:
        return not isinstance(file.parent(above), cst.AssignTarget | cst.AugAssign | cst.Del)
    return isinstance(above, cst.FormattedStringExpression)


def _listed(file: File, node: cst.BaseExpression, *, only_here: bool) -> Iterator[Unpacked]:
    if isinstance(node, cst.Dict):
        pairs = [each for each in node.elements if isinstance(each, cst.DictElement)]
        named = {str(literal(each.key)): each for each in pairs if isinstance(literal(each.key), str)}
        yield Unpacked(node, {**named}, only_here)
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, "dict"):
        yield Unpacked(node, {arg.keyword.value: arg for arg in node.args if arg.keyword}, only_here)


def _passed_on(file: File, param: cst.Param, *, only_here: bool) -> Iterator[Unpacked]:
    """The calls of a function that passes its `**kwargs` on; those it takes by name are not among them."""
    function = file.function(param)
    if not isinstance(function, cst.FunctionDef) or function.params.star_kwarg is not param:
        return
    for call in file.calls:
        if not _calls(file, call, function):
            continue
        taken = [arg for arg, _ in param_of(file, call, function)]
        rest = {arg.keyword.value: arg for arg in call.args if arg.keyword and arg not in taken}
        yield Unpacked(call, {**rest}, only_here)


def _calls(file: File, call: cst.Call, function: cst.FunctionDef) -> bool:
    owner = file.enclosing_class(function)
    if owner is None:
        return isinstance(call.func, cst.Name) and call.func.value == function.name.value
    if function.name.value == "__init__":
        return isinstance(call.func, cst.Name) and call.func.value == owner.name.value
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == function.name.value
