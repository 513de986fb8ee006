"""The edits that one pass applies: outermost first, each group whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import libcst as cst

from codemods.types import Edit, Replacement


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
