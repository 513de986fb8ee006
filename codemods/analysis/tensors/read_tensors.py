"""Tensors of a functional model that a function reads from around it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.models.compiled_functions import Function
from codemods.analysis.tensors.symbolic import is_kept_tensor, is_static, is_symbolic
from codemods.source.file import File
from codemods.source.walk import nodes


def named_tensors(file: File, function: Function) -> Iterator[cst.Name]:
    """Where a function reads a tensor from outside of it, by a name."""
    yield from (each for each in nodes(function.body, cst.Name) if _is_read(file, function, each))


def kept_tensors(file: File, function: Function) -> Iterator[cst.Attribute]:
    """Where a function reads a tensor that its object has."""
    kept = (each for each in nodes(function.body, cst.Attribute) if is_kept_tensor(file, each))
    yield from (each for each in kept if not is_static(file, each))


def _is_read(file: File, function: Function, name: cst.Name) -> bool:
    """True for a symbolic tensor that comes from outside of the function."""
    above = file.parent(name)
    is_word = isinstance(above, cst.Arg) and above.keyword is name
    is_attribute = isinstance(above, cst.Attribute) and above.attr is name
    bindings = [] if is_word or is_attribute else file.assignments(name)
    inside = any(each.node is not None and function in file.ancestors(each.node) for each in bindings)
    return bool(bindings) and not inside and is_symbolic(file, name)
