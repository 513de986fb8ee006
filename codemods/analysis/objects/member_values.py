"""The values that the file gives to a member of an object or a class of its own: `Config.optimizer`, `self.options`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.class_attributes import class_behind, set_on_class
from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.flow.self_attributes import assigned, is_self, parts_set_on_self
from codemods.analysis.objects.class_sources import assigned_in_class, sources
from codemods.analysis.objects.object_types import Own, Receiver, origin_of
from codemods.source.file import File, name_of

_DEPTH = 4
"""Names that hand a class on."""


def member_values(file: File, node: cst.Attribute) -> list[cst.BaseExpression]:
    """What the class of the object gives to a member, its methods and its bases included, and what is set beside."""
    classes = [each for owner in owners(file, node.value) for each in lineage(file, owner)]
    given = [value for each in dict.fromkeys(classes) for value in _given(file, each, node.attr.value)]
    return [*dict.fromkeys([*given, *_set_beside(file, node)])]


def owners(file: File, node: cst.BaseExpression) -> tuple[cst.ClassDef, ...]:
    """The classes of the file that an expression is, or is an object of."""
    owner = class_behind(file, node)
    if owner is None and isinstance(node, cst.Name) and is_self(file, node):
        owner = file.enclosing_class(node)
    if owner is not None:
        return (owner,)
    origin = origin_of(file, node)
    found = origin.owners if isinstance(origin, Own) else origin.derived if isinstance(origin, Receiver) else ()
    return found or _handed_on(file, node, _DEPTH)


def _handed_on(file: File, node: cst.BaseExpression, depth: int) -> tuple[cst.ClassDef, ...]:
    """The classes that are passed as an argument, themselves."""
    values = (sources(file, node) or []) if depth else []
    named = [owner for each in values if (owner := class_behind(file, each)) is not None]
    return (*named, *(owner for each in values for owner in _handed_on(file, each, depth - 1)))


def _given(file: File, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression]:
    parts = [*set_on_class(file, owner, name), *parts_set_on_self(file, owner, name)]
    return [*assigned_in_class(owner, name), *(each.whole for each in parts if not each.path)]


def _set_beside(file: File, node: cst.Attribute) -> list[cst.BaseExpression]:
    """The values of `config.optimizer = value`, spelled as it is read."""
    spelled = name_of(node)
    same = [each for each in file.attributes if each.attr.value == node.attr.value and name_of(each) == spelled]
    found = [assigned(file, each) for each in same if spelled is not None]
    return [each.whole for each in found if each is not None and not each.path]
