"""What an attribute of `self` is given by the bases of a class, and by the classes that derive from it.

A base class that is written to be derived from reads `self.path`, which only its subclasses set.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.flow.own_classes import heirs, lineage
from codemods.analysis.flow.self_attributes import attribute_of_self, parts_set_on_self
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.source.file import File, once_per_file

_MOST = 16
"""The most modules that may derive from a class: of a library anybody does."""


def values_in_family(file: File, node: cst.Attribute) -> list[cst.BaseExpression]:
    """The values that the classes of the file give to `self.name`, in a method or in their bodies."""
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    family = [*lineage(file, owner), *heirs(file, owner)] if name is not None and owner is not None else []
    return [value for each in family for value in _given(file, each, name or "")]


def values_of_heirs(file: File, node: cst.Attribute) -> Iterator[tuple[File, cst.BaseExpression]]:
    """The values that classes of other modules give to `self.name` which derive from the class around it."""
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    for heir in _heirs_elsewhere(file, owner) if name is not None and owner is not None else ():
        yield from ((heir.module, value) for value in _given(heir.module, heir.owner, name or ""))


@once_per_file
def _heirs_elsewhere(file: File, owner: cst.ClassDef) -> list[OfModule]:
    """The classes of importers that derive from a class of the file; none if too many modules name it."""
    importers = [*islice(file.project.importers(owner.name.value), _MOST + 1)]
    classes = (OfModule(module, each) for module in importers[:_MOST] for each in module.every(cst.ClassDef))
    return [each for each in classes if _derives_from(each, file, owner)] if len(importers) <= _MOST else []


def _derives_from(heir: OfModule, file: File, owner: cst.ClassDef) -> bool:
    return any(
        each.owner.name.value == owner.name.value and each.module.project.home == file.project.home
        for each in lineage_in_project(heir)
    )


def _given(file: File, owner: cst.ClassDef, name: str) -> Iterator[cst.BaseExpression]:
    yield from (each.whole for each in parts_set_on_self(file, owner, name) if not each.path)
    for statement in owner.body.body:
        for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
            if isinstance(small, cst.Assign) and any(_is_name(each.target, name) for each in small.targets):
                yield small.value


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
