"""Replaces nodes of a syntax tree, found by identity."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

import libcst as cst

from codemods.source.file import File
from codemods.types import Replacement


def text(code: Callable[[cst.CSTNode], str], replacement: Replacement) -> str:
    """The source of a replacement; empty if the node is removed."""
    parts = replacement.nodes if isinstance(replacement, cst.FlattenSentinel) else (replacement,)
    return "".join(code(part) for part in parts if isinstance(part, cst.CSTNode))


class _Replacer(cst.CSTTransformer):
    """Visits only the nodes above a replacement, if these are known."""

    def __init__(self, replacements: Mapping[cst.CSTNode, Replacement], above: Container[cst.CSTNode] | None) -> None:
        super().__init__()
        self._replacements = replacements
        self._above = above

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node not in self._replacements if self._above is None else node in self._above

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Replacement:  # type: ignore[override]
        return self._replacements.get(original_node, updated_node)


def replace(
    tree: cst.CSTNode,
    replacements: Iterable[tuple[cst.CSTNode, Replacement]],
    above: Container[cst.CSTNode] | None = None,
) -> cst.CSTNode:
    """Replace nodes in `tree`, found by identity; `above` holds the nodes that contain them, if known."""
    table = dict(replacements)
    if not table:
        return tree
    result = tree.visit(_Replacer(table, above))
    assert isinstance(result, cst.CSTNode), "a whole tree is not removed"
    return result


def replaced(file: File, replacements: Iterable[tuple[cst.CSTNode, Replacement]]) -> cst.Module:
    """The module of a file with some nodes replaced; it shares with the file what holds none of them."""
    table = dict(replacements)
    module = replace(file.module, table.items(), {each for node in table for each in file.ancestors(node)})
    assert isinstance(module, cst.Module)
    return module
