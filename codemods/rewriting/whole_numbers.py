"""Rounding a float up in the source."""

from __future__ import annotations

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Import

_ROUNDING = frozenset(
    f"numpy.{name}" for name in ("ceil", "floor", "round", "round_", "around", "rint", "trunc", "fix")
)
"""Functions of NumPy that return whole floats."""


def whole(file: File, node: cst.BaseExpression) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """A float rounded up, and the imports for it."""
    if isinstance(node, cst.Call) and file.qualified_name(node.func) in _ROUNDING:
        return cst.parse_expression(f"int({file.code(node)})"), ()
    math, imports = bind_module(file, "math", "math", node)
    return cst.parse_expression(f"{math}.ceil({file.code(node)})"), imports
