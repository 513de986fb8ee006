"""The classes of a file: what a name means, what they derive from and what derives from them, and their methods."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.source.file import File, once_per_file


def class_of(file: File, name: cst.Name) -> cst.ClassDef | None:
    """The class of the file that a name means; None if it may be one of several."""
    found = _classes(file).get(name.value, [])
    if len(found) == 1:
        return found[0]
    meant = [each.node for each in reaching(file, name)]
    return meant[0] if len(meant) == 1 and isinstance(meant[0], cst.ClassDef) else None


@once_per_file
def _classes(file: File) -> dict[str, list[cst.ClassDef]]:
    found: dict[str, list[cst.ClassDef]] = {}
    for statement in file.module.body:
        if isinstance(statement, cst.ClassDef):
            found.setdefault(statement.name.value, []).append(statement)
    return found


def lineage(file: File, owner: cst.ClassDef) -> Iterator[cst.ClassDef]:
    """A class, and the classes of the file that it derives from."""
    seen: set[cst.ClassDef] = set()
    pending = [owner]
    while pending:
        each = pending.pop(0)
        if each not in seen:
            seen.add(each)
            yield each
            above = [class_of(file, base.value) for base in each.bases if isinstance(base.value, cst.Name)]
            pending += [base for base in above if base is not None]


@once_per_file
def heirs(file: File, owner: cst.ClassDef) -> list[cst.ClassDef]:
    """The classes of the file that derive from one."""
    return [each for each in file.every(cst.ClassDef) if each is not owner and owner in lineage(file, each)]


def method(file: File, owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """The method of a class, or of the classes of its file that it derives from."""
    found = (own_method(each, name) for each in lineage(file, owner))
    return next((each for each in found if each is not None), None)


def own_method(owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """The first method of this name that a class defines itself: of a property, what reads it."""
    found = (each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == name)
    return next(found, None)
