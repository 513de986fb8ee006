"""The nodes below a node, in source order; white space and punctuation are skipped.

libcst's own visitors rebuild the tree as they go, which takes ten times as long as just looking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

import libcst as cst

Kind = TypeVar("Kind", bound=cst.CSTNode)

_PUNCTUATION = frozenset(
    [
        "comma",
        "semicolon",
        "equal",
        "lpar",
        "rpar",
        "lbracket",
        "rbracket",
        "lbrace",
        "rbrace",
        "dot",
        "colon",
        "operator",
        "arrow",
        "indent",
        "newline",
        "leading_lines",
        "lines_after_decorators",
        "header",
        "footer",
        "trailing_whitespace",
        "first_colon",
        "second_colon",
    ]
)


class Kinds(dict[type, bool]):
    """Caches `issubclass` for each class: libcst's classes are abstract, which makes `isinstance` ten times as slow."""

    def __init__(self, *kinds: type) -> None:
        self._kinds = kinds

    def __missing__(self, found: type) -> bool:
        self[found] = issubclass(found, self._kinds)
        return self[found]


class _Parts(dict[type[cst.CSTNode], Callable[[cst.CSTNode], tuple[object, ...]]]):
    """Maps each class of nodes to a getter for its fields that may hold meaningful nodes."""

    def __missing__(self, kind: type[cst.CSTNode]) -> Callable[[cst.CSTNode], tuple[object, ...]]:
        names = [
            field.name
            for field in fields(kind)
            if field.name not in _PUNCTUATION
            and field.type not in _PLAIN
            and not field.name.startswith(("whitespace", "has_trailing", "default_"))
        ]
        # attrgetter returns a tuple only for two or more names; `__class__` is the second, and not a node
        found = attrgetter(*names, "__class__") if names else _nothing
        self[kind] = found
        return found


def _nothing(_: cst.CSTNode) -> tuple[object, ...]:
    return ()


_PLAIN = (str, bool, "str", "bool")
_PARTS = _Parts()
_IS_NODE = Kinds(cst.CSTNode)


@cache
def _kinds(kinds: tuple[type, ...]) -> Kinds:
    return Kinds(*kinds)


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The nodes directly below `node`."""
    found: list[Any] = []
    for value in _PARTS[node.__class__](node):
        if _IS_NODE[value.__class__]:
            found.append(value)
        elif value.__class__ is tuple or value.__class__ is list:
            found += [item for item in value if _IS_NODE[item.__class__]]
    return found


def every_node(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """`root` and every node below it, in source order."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += children(node)[::-1]


def nodes(root: cst.CSTNode, kind: type[Kind], *others: type[Kind]) -> list[Kind]:
    """Every node of the given kinds, `root` itself included."""
    kinds = (kind, *others)
    wanted = _kinds(kinds)
    return [cast("Kind", node) for node in every_node(root) if wanted[node.__class__]]


def first_statement(function: cst.FunctionDef) -> cst.BaseStatement:
    """The first statement of a function that is written on lines of its own, below the docstring."""
    body = function.body.body
    first = body[1] if function.get_docstring() is not None and len(body) > 1 else body[0]
    assert isinstance(first, cst.BaseStatement)
    return first
