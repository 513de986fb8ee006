"""Where a file leaves eager execution: calls that switch it off, and graphs that it enters."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File, Reference

_SWITCHES = ("disable_v2_behavior", "disable_eager_execution", "enable_eager_execution", "enable_v2_behavior")


def has_switch(file: File) -> bool:
    """True if a file chooses between the behaviour of TensorFlow 1 and 2 itself."""
    return any(
        each.canonical.rpartition(".")[2] in _SWITCHES and _is_tensorflow(each) for each in file.all_references()
    )


def enters_graph(node: cst.CSTNode) -> bool:
    """True for `with graph.as_default():`."""
    calls = [item.item for item in node.items] if isinstance(node, cst.With) else []
    names = [
        each.func.attr.value for each in calls if isinstance(each, cst.Call) and isinstance(each.func, cst.Attribute)
    ]
    return "as_default" in names


def _is_tensorflow(reference: Reference) -> bool:
    return reference.spelling.plain.startswith("tensorflow.")
