"""Values that assignments take apart: `a, (b, c) = value`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.source.file import File

Path = tuple[int, ...]


class Unpacked(NamedTuple):
    """A value that an assignment takes apart, and the way to one of its parts: `(1, 0)` of `b` above."""

    whole: cst.BaseExpression
    path: Path


def unpacked(file: File, target: cst.CSTNode | None) -> Unpacked | None:
    """Where `target` has its value from in `a, target = value`; None if it is not a part of such targets.

    Tuples and lists that are written out are followed: `a, target = u, v` gives `v`, and no further way.
    """
    whole, path = whole_target(file, target)
    above = file.parent(whole) if whole is not None and path else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    if not isinstance(assign, cst.Assign):
        return None
    return Unpacked(part, ()) if (part := part_of(assign.value, path)) is not None else Unpacked(assign.value, path)


def whole_target(file: File, target: cst.CSTNode | None, path: Path = ()) -> tuple[cst.CSTNode | None, Path]:
    """The tuple of targets that holds one, and the way to its part of the value; no target if some are starred."""
    while target is not None and isinstance(element := file.parent(target), cst.Element):
        around = file.parent(element)
        assert isinstance(around, cst.Tuple | cst.List | cst.Set)
        if any(isinstance(each, cst.StarredElement) for each in around.elements):
            return None, path
        path, target = (around.elements.index(element), *path), around
    return target, path


def part_of(value: cst.BaseExpression, path: Path) -> cst.BaseExpression | None:
    """The part of a tuple or list that is written out; None if it has none there, or unpacks something."""
    for place in path:
        parts = value.elements if isinstance(value, cst.Tuple | cst.List) else ()
        if place >= len(parts) or not all(isinstance(each, cst.Element) for each in parts):
            return None
        value = parts[place].value
    return value
