"""The nodes of a kind below a node, in source order."""

from __future__ import annotations

from typing import TypeVar

import libcst as cst

Kind = TypeVar("Kind", bound=cst.CSTNode)


class _Collector(cst.CSTVisitor):
    def __init__(self, kinds: tuple[type[cst.CSTNode], ...]) -> None:
        super().__init__()
        self._kinds = kinds
        self.found: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, self._kinds):
            self.found.append(node)
        return True


def nodes(root: cst.CSTNode, kind: type[Kind], *others: type[Kind]) -> list[Kind]:
    """Every node of the given kinds, `root` itself included."""
    collector = _Collector((kind, *others))
    root.visit(collector)
    return collector.found  # type: ignore[return-value]
