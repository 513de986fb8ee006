"""Which `with` statements open the scope of a strategy."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.file import File, name_of


def opened_scopes(node: cst.CSTNode) -> Iterator[cst.Call]:
    """The calls `strategy.scope()` in the items of a `with` statement; none for other nodes."""
    for item in node.items if isinstance(node, cst.With) else ():
        opened = item.item
        if (
            isinstance(opened, cst.Call)
            and isinstance(opened.func, cst.Attribute)
            and opened.func.attr.value == "scope"
        ):
            yield opened


def strategy_scope(file: File, node: cst.CSTNode) -> cst.Call | None:
    """The call of `strategy.scope()` in the innermost `with` around `node` that has one."""
    return next((scope for above in file.ancestors(node) for scope in opened_scopes(above)), None)


def is_scope_of(node: cst.CSTNode, strategy: str) -> bool:
    """True if a statement opens the scope of the strategy of that name, and nothing else."""
    if not isinstance(node, cst.With) or len(node.items) != 1:
        return False
    return any(name_of(scope.func) == f"{strategy}.scope" for scope in opened_scopes(node))
