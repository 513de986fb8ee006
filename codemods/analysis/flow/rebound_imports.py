"""Names that an import binds again on the target: `if tf.__version__ >= "2": import tensorflow.compat.v1 as tf`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.conditions import truth
from codemods.source.file import File, ImportedName, Reference, body_of


def path_on_target(file: File, reference: Reference) -> str | None:
    """The path of a name that such an import binds before, in the blocks around; None if none does."""
    start: cst.BaseExpression = reference.node
    names: list[str] = []
    while isinstance(start, cst.Attribute):
        names.insert(0, start.attr.value)
        start = start.value
    if not isinstance(start, cst.Name):
        return None
    imported = next(_rebinding(file, start), None)
    return ".".join((imported.qualified, *names)) if imported is not None else None


def _rebinding(file: File, name: cst.Name) -> Iterator[ImportedName]:
    """The imports of a name that the target runs before, the nearest first."""
    below: cst.CSTNode = name
    for above in file.ancestors(name):
        if isinstance(above, cst.Module | cst.IndentedBlock):
            body = body_of(above)
            for statement in reversed(body[: body.index(below)] if below in body else ()):
                if isinstance(statement, cst.If) and truth(file, statement.test) is True:
                    yield from _imported(file, statement, name.value)
        below = above


def _imported(file: File, branch: cst.If, name: str) -> Iterator[ImportedName]:
    lines = [line for line in branch.body.body if isinstance(line, cst.SimpleStatementLine)]
    statements = [small for line in lines for small in line.body]
    yield from (each for each in file.imports if each.local == name and each.statement in statements)
