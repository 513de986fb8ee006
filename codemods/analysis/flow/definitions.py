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
    return defined_in(*place) if place is not None else None


def defined_in(module: File, name: str, depth: int = _DEPTH) -> tuple[File, cst.FunctionDef | cst.ClassDef] | None:
    """The function or class that a module calls so, of its own or of a module that it imports the name from."""
    bound = module.only_global(name) if depth else None
    if bound is None:
        return None
    if isinstance(bound.node, cst.FunctionDef | cst.ClassDef):
        return module, bound.node
    further = module.imported_from(bound) if bound.kind == IMPORT else None
    return defined_in(*further, depth - 1) if further is not None else None
