"""The classes of the project's other modules: what they derive from, and whose objects an expression gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import defined_in
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self, value_of
from codemods.source.file import File

_DEPTH = 8
"""The most objects that are looked at one in another."""


class OfModule(NamedTuple):
    """A class of another module of the project."""

    module: File
    owner: cst.ClassDef


def base_in_project(file: File, owner: cst.ClassDef) -> OfModule | None:
    """The only base of a class, if it is a class of the file or of another module of the project."""
    base = owner.bases[0].value if len(owner.bases) == 1 else None
    if base is None:
        return None
    own = class_of(file, base) if isinstance(base, cst.Name) else None
    if own is not None:
        return OfModule(file, own) if own is not owner else None
    return _class_in(*found) if (found := file.in_project(base)) is not None else None


def lineage_in_project(owner: OfModule) -> Iterator[OfModule]:
    """A class, and the classes of the project above it, as long as each has one base."""
    each: OfModule | None = owner
    seen: set[OfModule] = set()
    while each is not None and each not in seen:
        seen.add(each)
        yield each
        each = base_in_project(each.module, each.owner)


def lineage_of(file: File, node: cst.BaseExpression) -> Iterator[OfModule]:
    """The classes of an object, or of `self`, those of other modules too; nothing if its class is not shown."""
    if isinstance(node, cst.Name) and is_self(file, node):
        owner = file.enclosing_class(node)
        made = OfModule(file, owner) if owner is not None else None
    else:
        made = class_elsewhere(file, node)
    return lineage_in_project(made) if made is not None else iter(())


def class_elsewhere(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> OfModule | None:
    """The class of another module of the project that the only value of a name, or of an attribute, is an object of."""
    value = value_of(file, node)
    if isinstance(value, cst.Attribute):
        return _class_held(file, value, depth - 1) if depth else None
    if not isinstance(value, cst.Call):
        return None
    own = class_of(file, value.func) if isinstance(value.func, cst.Name) else None
    found = file.in_project(value.func)
    return OfModule(file, own) if own is not None else _class_in(*found) if found is not None else None


def _class_held(file: File, node: cst.Attribute, depth: int) -> OfModule | None:
    """The same of `game.agent`, where the class of `game` gives its objects one `agent`."""
    above = class_elsewhere(file, node.value, depth)
    held = assigned_to_self(above.module, above.owner, node.attr.value) if above is not None else None
    return class_elsewhere(above.module, held[0], depth) if above is not None and held and len(held) == 1 else None


def _class_in(file: File, name: str) -> OfModule | None:
    found = defined_in(file, name)
    return OfModule(found[0], found[1]) if found is not None and isinstance(found[1], cst.ClassDef) else None
