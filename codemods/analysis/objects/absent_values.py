"""Values one step back, and whether one of them may be `None`, as far as the file shows."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import values_of_attribute
from codemods.analysis.objects.passed_elsewhere import Passed
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File

_DEPTH = 5


def may_be_none(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if one of the values that a name, an attribute of `self` or an entry of a dictionary is given is `None`."""
    if isinstance(node, cst.Name) and node.value == "None":
        return True
    return depth > 0 and any(may_be_none(*each, depth - 1) for each in values_behind(file, node))


def values_behind(file: File, node: cst.BaseExpression) -> Iterator[Passed]:
    """The values one step back, those that other modules pass included."""
    if isinstance(node, cst.Name):
        for binding in reaching(file, node):
            value = file.assigned_value(binding)
            if value is not None:
                yield Passed(file, value)
            elif isinstance(binding.node, cst.Param):
                yield from _given(file, binding.node)
    elif isinstance(node, cst.Attribute):
        yield from (Passed(file, each) for each in values_of_attribute(file, node) or ())
    elif isinstance(node, cst.Subscript) and isinstance(key := literal_key(node), str):
        yield from _entries(file, key)


def _given(file: File, param: cst.Param) -> Iterator[Passed]:
    """What calls pass for a parameter, and its default where one leaves it out or none is seen."""
    passed = passed_anywhere(file, param)
    yield from (each for each in passed if each is not None)
    if param.default is not None and (not passed or None in passed):
        yield Passed(file, param.default)


def _entries(file: File, key: str) -> Iterator[Passed]:
    """The values that dictionaries of the file have under a key."""
    for each in file.every(cst.DictElement):
        if literal(each.key) == key:
            yield Passed(file, each.value)
    for target in file.every(cst.AssignTarget):
        statement = file.parent(target)
        if (
            isinstance(target.target, cst.Subscript)
            and literal_key(target.target) == key
            and isinstance(statement, cst.Assign)
        ):
            yield Passed(file, statement.value)
