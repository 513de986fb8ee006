"""What rules yield, and how the edits of one pass are applied: outermost first, each group whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

Replacement = cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[Any]


@dataclass(frozen=True)
class Import:
    """An import that an edit needs: `import module as name`, or `from module import symbol`."""

    module: str
    symbol: str = ""
    name: str = ""


@dataclass(frozen=True)
class Edit:
    """Replacements that belong together, and the sentence that the report says about them."""

    at: cst.CSTNode
    message: str
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...]
    imports: tuple[Import, ...] = ()


@dataclass(frozen=True)
class Manual:
    """A place that the rule leaves to a person; a note says what the tool could not see, and asks for nothing."""

    at: cst.CSTNode
    symbol: str
    message: str
    advice: str
    is_note: bool = False


def text(code: Callable[[cst.CSTNode], str], replacement: Replacement) -> str:
    """The source of what replaces a node; nothing where it is removed."""
    parts = replacement.nodes if isinstance(replacement, cst.FlattenSentinel) else (replacement,)
    return "".join(code(part) for part in parts if isinstance(part, cst.CSTNode))


@dataclass
class Selection:
    """The edits of one pass that do not touch each other, in the order they were offered."""

    parent: Callable[[cst.CSTNode], cst.CSTNode | None]
    replacements: dict[cst.CSTNode, Replacement] = field(default_factory=dict)
    above: set[cst.CSTNode] = field(default_factory=set)

    def offer(self, edit: Edit) -> bool:
        """Take `edit` unless a node of it holds, is, or lies in a node that is already replaced."""
        ancestors = {node: self._ancestors(node) for node, _ in edit.replacements}
        for node, above in ancestors.items():
            if node in self.replacements or node in self.above:
                return False
            if any(ancestor in self.replacements for ancestor in above):
                return False
        for node, replacement in edit.replacements:
            self.replacements[node] = replacement
            self.above.update(ancestors[node])
        return True

    def _ancestors(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        found = []
        above = self.parent(node)
        while above is not None:
            found.append(above)
            above = self.parent(above)
        return found


class _Replacer(cst.CSTTransformer):
    """Goes into the nodes above a replacement and, where these are known, nowhere else."""

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
    """`tree` with the nodes of `replacements`, found by identity, replaced; `above` are the nodes that hold them."""
    table = dict(replacements)
    if not table:
        return tree
    result = tree.visit(_Replacer(table, above))
    assert isinstance(result, cst.CSTNode), "a whole tree is not removed"
    return result
