"""What an edit must not do in a notebook, whose cells are run one by one: move code from one to another."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping


def first_move(before: Mapping[int, str], after: Mapping[int, str]) -> tuple[int, int] | None:
    """The first cell that code was moved from, and the one that it was moved to; imports may be where they like."""
    gained, lost = _differences(after, before), _differences(before, after)
    for target, came in gained.items():
        for origin, went in lost.items():
            if origin != target and came & went:
                return origin, target
    return None


def _differences(more: Mapping[int, str], less: Mapping[int, str]) -> dict[int, Counter[str]]:
    """What the texts of each cell hold that its other texts do not."""
    return {cell: _content(text) - _content(less[cell]) for cell, text in more.items() if text != less[cell]}


def _content(text: str) -> Counter[str]:
    """The simple statements of a cell, and the names that they bind."""
    return Counter(each for node in ast.walk(ast.parse(text)) for each in _of_node(node))


def _of_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.dump(node)
