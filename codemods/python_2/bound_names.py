"""The names that a Python 2 source binds itself, wherever it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from codemods.source.python_2_grammar import pygram


def bound_names(tree: Any) -> frozenset[str]:
    """The names that definitions, parameters, imports, loops and assignments bind in a tree of fissix."""
    syms = pygram().python_symbols
    found: set[str] = set()
    for node in tree.pre_order():
        if node.children:
            found.update(leaf.value for leaf in _bound(node, syms))
    return frozenset(found)


def _bound(node: Any, syms: Any) -> Iterator[Any]:
    children = node.children
    if node.type in (syms.funcdef, syms.classdef):
        if not _is_method(node, syms):
            yield children[1]
    elif node.type in (syms.parameters, syms.typedargslist, syms.varargslist):
        yield from _parameters(children)
    elif node.type == syms.lambdef:
        yield from _targets(children[1])
    elif node.type in (syms.import_as_name, syms.dotted_as_name):
        yield children[2]
    elif node.type in (syms.import_as_names, syms.import_from, syms.import_name):
        yield from (each for each in children if not each.children)
    elif node.type in (syms.for_stmt, syms.comp_for):
        at = [str(each).strip() for each in children].index("in") - 1
        yield from _targets(children[at])
    elif node.type == syms.expr_stmt:
        for target, sign in pairwise(children):
            if str(sign).strip() == "=":
                yield from _targets(target)
    elif node.type == syms.with_var:
        yield from _targets(children[1])


def _is_method(node: Any, syms: Any) -> bool:
    above = node.parent
    while above is not None and above.type in (syms.suite, syms.decorated):
        above = above.parent
    return above is not None and above.type == syms.classdef


def _parameters(children: list[Any]) -> Iterator[Any]:
    before = None
    for each in children:
        if before is None or str(before).strip() != "=":
            yield from _targets(each)
        before = each


def _targets(node: Any) -> Iterator[Any]:
    """The names that a target binds; those of attributes and items are not bound."""
    syms = pygram().python_symbols
    if not node.children:
        yield node
    elif node.type not in (syms.power, syms.trailer):
        for each in node.children:
            yield from _targets(each)
