"""The assignments that may have given a name the value that it has where it is used."""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter

import libcst as cst

from codemods.source.file import File, once_per_file
from codemods.source.scopes import IMPORT, Binding, Scope
from codemods.source.webs import swallows


def reaching(file: File, name: cst.Name) -> list[Binding]:
    """The last assignment, import or definition before `name` if every way leads over it, else all of its web."""
    bindings = file.assignments(name)
    last = _last_before(file, name)
    if last is None or last.node is None or not _is_plain(file, last, name):
        return bindings
    blocks = _always_run_with(file, last.node)
    for above in file.ancestors(name):
        if above in blocks:
            return [last]
        if isinstance(above, cst.For | cst.While) and any(above in _around(file, each) for each in bindings):
            return bindings  # a later round of the loop may have assigned it
    return bindings


def _last_before(file: File, name: cst.Name) -> Binding | None:
    """The last binding of a name in the statements before the one that uses it."""
    placed = _in_source_order(file, file.scope(name), name.value)
    line = file.statement(name)
    for at in range(bisect_left(placed, file.order(name), key=itemgetter(0)) - 1, -1, -1):
        binding = placed[at][1]
        if binding.node is not None and file.statement(binding.node) is not line:
            return binding
    return None


@once_per_file
def _in_source_order(file: File, scope: Scope, name: str) -> list[tuple[int, Binding]]:
    """The bindings that a name has in a scope, each with its place in the source."""
    placed = [(file.order(each.node), each) for each in scope[name] if each.node is not None]
    return sorted(placed, key=itemgetter(0))


def _always_run_with(file: File, node: cst.CSTNode) -> list[cst.CSTNode]:
    """The block of a statement, and those around it as long as only `with` stands between them."""
    found: list[cst.CSTNode] = []
    statement: cst.CSTNode | None = file.statement(node)
    while statement is not None and (block := file.block(statement)) is not None:
        found.append(block)
        above = file.parent(block)
        statement = above if isinstance(above, cst.With) and not swallows(above) else None
    return found


def _is_plain(file: File, binding: Binding, name: cst.Name) -> bool:
    assert binding.node is not None
    is_definition = binding.kind == IMPORT or isinstance(binding.node, cst.FunctionDef | cst.ClassDef)
    is_definite = is_definition or file.assigned_value(binding) is not None
    return is_definite and file.function(binding.node) is file.function(name)


def last_value(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """What the only assignment that reaches this use binds to the name; None if there are more, or it is no name."""
    bindings = reaching(file, node) if isinstance(node, cst.Name) else []
    return file.assigned_value(bindings[0]) if len(bindings) == 1 else None


def uses_of(file: File, target: cst.Name) -> list[cst.Name] | None:
    """The uses of the value that is assigned to `target`; None if one may have another value of the name as well."""
    bindings = file.assignments(target)
    uses = {use: None for binding in bindings for use in binding.uses if isinstance(use, cst.Name)}
    found: list[cst.Name] = []
    for use in uses:
        values = reaching(file, use)
        if any(each.node is target for each in values):
            if len(values) > 1:
                return None
            found.append(use)
    return found


def _around(file: File, binding: Binding) -> list[cst.CSTNode]:
    return list(file.ancestors(binding.node)) if binding.node is not None else []
