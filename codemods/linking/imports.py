"""The imports at the top of a module that bring other modules of its project, and what it reads of these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.source.file import File, from_module, name_of, once_per_file
from codemods.source.scopes import IMPORT, Binding
from codemods.source.walk import nodes

_DEPTH = 6
"""Modules that hand a name on."""


class Global(NamedTuple):
    """A variable, a function or a class of a module."""

    module: File
    name: str


class Read(NamedTuple):
    """A name in a file, or a longer one such as `models.unet.build`, that means a global of another module.

    `is_shared` says that the file binds the name again: in a program it is one variable with the global.
    """

    node: cst.BaseExpression
    of: Global
    is_shared: bool = False


@once_per_file
def reads(file: File) -> list[Read]:
    """What a file reads of the modules of its project whose imports can be written out."""
    return [each for found in _imports(file).values() for each in found]


@once_per_file
def imported_at(file: File) -> dict[int, list[File]]:
    """For each statement of a module that can be written out, by its index, the modules that take its place."""
    found: dict[int, list[File]] = {}
    for index, read in _imports(file).items():
        stars = nodes(file.module.body[index], cst.ImportFrom)
        starred = (file.project.module(from_module(each)) for each in stars)
        found[index] = [*dict.fromkeys([*(each.of.module for each in read), *(each for each in starred if each)])]
    return found


@once_per_file
def top_index(file: File) -> dict[cst.CSTNode, int]:
    """The index of each statement at the top of a module."""
    return {each: index for index, each in enumerate(file.module.body)}


def index_of(file: File, node: cst.CSTNode) -> int:
    """The index of the statement at the top of a module that a node is in."""
    top = top_index(file)
    while node not in top:
        above = file.parent(node)
        assert above is not None, "a node of the module"
        node = above
    return top[node]


@once_per_file
def _imports(file: File) -> dict[int, list[Read]]:
    """For each statement that imports from the project alone, by its index, all that the file reads by it.

    Statements are left out of which a use does not show what it reads, as that of a module that is handed on.
    """
    found: dict[int, list[Read | None]] = defaultdict(list)
    for star in file.star_imports:
        if _is_at_top(file, star) and file.project.module(from_module(star)) is not None:
            found[index_of(file, star)] = []
    for bindings in file.global_scope.bindings.values():
        for binding in bindings:
            if binding.node is not None and brings_module(file, binding) and _is_at_top(file, binding.node):
                found[index_of(file, binding.node)] += _of_binding(file, binding, is_shared=len(bindings) > 1)
    for read in _starred(file):
        for star in file.star_imports:
            if _is_at_top(file, star) and index_of(file, star) in found:
                found[index_of(file, star)].append(read)
                break
    whole = {index: [each for each in read if each is not None] for index, read in found.items() if None not in read}
    return {index: read for index, read in whole.items() if _is_of_project(file, file.module.body[index])}


def brings_module(file: File, binding: Binding) -> bool:
    """True for an import of a module of the project, or of a name in one."""
    if binding.kind != IMPORT:
        return False
    if file.imported_from(binding) is not None:
        return True
    names = binding.node.names if isinstance(binding.node, cst.Import) else ()
    return any(file.project.module(name_of(alias.name) or "") is not None for alias in names)


def _is_at_top(file: File, statement: cst.CSTNode) -> bool:
    return file.parent(file.parent(statement) or statement) is file.module


def _is_of_project(file: File, line: cst.BaseStatement) -> bool:
    """True for a line with one import, of nothing but modules of the project and names in them."""
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    statement = line.body[0]
    if isinstance(statement, cst.ImportFrom) and file.project.module(from_module(statement)) is not None:
        return True
    paths = [each.qualified for each in file.imports if each.statement is statement]
    return bool(paths) and all(file.project.module(path) is not None for path in paths)


def _starred(file: File) -> Iterator[Read]:
    """What a file reads through `from module import *`."""
    for name in file.every(cst.Name) if file.star_imports else ():
        found = file.starred(name.value) if file.is_unbound(name) else None
        if found is not None and (origin := _origin(Global(*found))) is not None:
            yield Read(name, origin)


def _of_binding(file: File, binding: Binding, *, is_shared: bool) -> list[Read | None]:
    """What the uses of an import read; None for one that does not show it."""
    if not is_shared:
        return [_read(file, use) for use in binding.uses]
    place = file.imported_from(binding)
    origin = _origin(Global(*place)) if place is not None else None
    return [Read(use, origin, is_shared=True) if origin is not None else None for use in binding.uses] or [None]


def _read(file: File, use: cst.Name) -> Read | None:
    """The longest name that starts with a use of an import, and means a global of a module."""
    node: cst.BaseExpression = use
    while True:
        found = file.in_project(node)
        origin = _origin(Global(*found)) if found is not None else None
        if origin is not None:
            return Read(node, origin)
        above = file.parent(node)
        if not isinstance(above, cst.Attribute) or above.value is not node:
            return None
        node = above


def _origin(found: Global, depth: int = _DEPTH) -> Global | None:
    """Where a global is bound that a module may only hand on; None if it is bound nowhere."""
    bindings = found.module.global_scope.bindings.get(found.name)
    if bindings is None:
        place = found.module.starred(found.name)
    else:
        place = found.module.imported_from(bindings[0]) if len(bindings) == 1 else None
    if place is None or not depth:
        return found if bindings is not None else None
    return _origin(Global(*place), depth - 1) or (found if bindings is not None else None)
