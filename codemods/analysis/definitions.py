"""What the project's own code calls a function or a class, in the file or in another of its modules."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File
from codemods.source.scopes import IMPORT

_DEPTH = 6
"""Modules that hand a name on."""


def definition(file: File, node: cst.BaseExpression) -> tuple[File, cst.FunctionDef | cst.ClassDef] | None:
    """The function or class that a name means, in the file or in another module of the project."""
    if isinstance(node, cst.Name):
        bindings = file.assignments(node)
        if len(bindings) == 1 and isinstance(bindings[0].node, cst.FunctionDef | cst.ClassDef):
            return file, bindings[0].node
    place = file.in_project(node) if isinstance(node, cst.Name | cst.Attribute) else None
    for _ in range(_DEPTH):
        if place is None:
            return None
        module, name = place
        bound = module.only_global(name)
        if bound is None:
            return None
        if isinstance(bound.node, cst.FunctionDef | cst.ClassDef):
            return module, bound.node
        place = module.imported_from(bound) if bound.kind == IMPORT else None
    return None
