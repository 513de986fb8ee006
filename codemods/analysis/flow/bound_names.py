"""Names that a statement binds, and does not look up."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File

_TARGETS = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.Del, cst.For, cst.AsName)


def binds(file: File, node: cst.CSTNode) -> bool:
    """True if a statement assigns to a name or an attribute, or deletes it."""
    above = file.parent(node)
    if isinstance(above, cst.AsName):
        return above.name is node
    return isinstance(above, _TARGETS) and getattr(above, "target", node) is node
