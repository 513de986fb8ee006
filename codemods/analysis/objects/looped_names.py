"""What a loop takes the names from that it gives to a variable, and the texts that a variable may be."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.elements import elements
from codemods.source.arguments import literal
from codemods.source.file import File


def source_of_names(file: File, name: cst.BaseExpression) -> cst.BaseExpression | None:
    """The list or the dictionary whose names a loop around gives to a variable; None if it is none.

    `for name, values in rows.items()` takes them from the rows, and so does `for name in sorted(rows)`.
    """
    around = loop_around(file, name) if isinstance(name, cst.Name) else None
    return _source(file, *around) if around is not None else None


def loop_around(file: File, name: cst.Name) -> tuple[cst.BaseExpression, list[int]] | None:
    """What the innermost loop runs over that binds a variable, and the variable's places in what it takes from it."""
    for above in file.ancestors(name):
        for loop in loops_of(above):
            path = path_to(loop.target, name.value)
            if path is not None:
                return loop.iter, path
    return None


def known_texts(file: File, node: cst.BaseExpression) -> frozenset[str]:
    """The texts that an expression may be: a literal, or a variable that has them from an assignment or a loop."""
    values = [node]
    if isinstance(node, cst.Name):
        source = source_of_names(file, node)
        values = keys_or_elements(file, source) if source is not None else file.definitions(node) or []
    return frozenset(text for each in values if isinstance(text := literal(each), str))


def keys_or_elements(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a loop over a list or a dictionary runs over, as far as the file shows it."""
    made = only_value_of(file, node) or node
    if isinstance(made, cst.Dict):
        return [each.key for each in made.elements if isinstance(each, cst.DictElement)]
    return elements(file, node) or []


def loops_of(node: cst.CSTNode) -> Iterator[cst.For | cst.CompFor]:
    """The loop that a node is, or the loops of a comprehension, innermost first."""
    if isinstance(node, cst.For):
        yield node
    elif isinstance(node, cst.BaseComp):
        found: list[cst.CompFor] = []
        loop: cst.CompFor | None = node.for_in
        while loop is not None:
            found.append(loop)
            loop = loop.inner_for_in
        yield from reversed(found)


def path_to(target: cst.BaseExpression, name: str) -> list[int] | None:
    """The places in nested tuples at which a target binds a name; None if it does not."""
    if isinstance(target, cst.Name):
        return [] if target.value == name else None
    for place, each in enumerate(target.elements if isinstance(target, cst.Tuple | cst.List) else ()):
        below = path_to(each.value, name)
        if below is not None:
            return [place, *below]
    return None


def _source(file: File, iterable: cst.BaseExpression, path: list[int]) -> cst.BaseExpression | None:
    if not isinstance(iterable, cst.Call):
        return iterable if not path else None
    if isinstance(iterable.func, cst.Attribute) and not iterable.args:
        taken = {"items": [0], "keys": []}.get(iterable.func.attr.value)
        return iterable.func.value if taken == path else None
    if not iterable.args:
        return None
    if file.is_builtin(iterable.func, "enumerate"):
        return _source(file, iterable.args[0].value, path[1:]) if path[:1] == [1] else None
    is_copy = file.is_builtin(iterable.func, "sorted", "list", "tuple", "set", "reversed")
    return _source(file, iterable.args[0].value, path) if is_copy else None
