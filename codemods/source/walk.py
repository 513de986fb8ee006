"""The nodes below a node, in source order; white space and punctuation are passed over.

libcst's own visitors rebuild what they visit, which costs ten times as much as looking.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import cache
from typing import TypeVar, cast

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


@cache
def _parts(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes with meaning."""
    return tuple(
        field.name
        for field in fields(kind)
        if field.name not in _PUNCTUATION and not field.name.startswith(("whitespace", "has_trailing", "default_"))
    )


@cache
def _is_kind(found: Hashable, kinds: tuple[type, ...]) -> bool:
    """`issubclass`, remembered: libcst's classes are abstract ones, which makes `isinstance` ten times as slow."""
    return isinstance(found, type) and issubclass(found, kinds)


_NODE = (cst.CSTNode,)


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes right below `node`."""
    for name in _parts(type(node)):
        value: object = getattr(node, name)
        for item in value if isinstance(value, list | tuple) else (value,):
            kind: Hashable = item.__class__
            if _is_kind(kind, _NODE):
                yield item


def every_node(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """`root` and every node below it, in source order."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += [*children(node)][::-1]


def nodes(root: cst.CSTNode, kind: type[Kind], *others: type[Kind]) -> list[Kind]:
    """Every node of the given kinds, `root` itself included."""
    kinds = (kind, *others)
    return [cast("Kind", node) for node in every_node(root) if _is_kind(type(node), kinds)]
