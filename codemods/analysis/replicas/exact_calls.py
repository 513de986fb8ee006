"""The calls of `compat.distribute.exact`, with which a model trains on several replicas as on one device."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File

EXACT = "compat.distribute.exact"


def is_exact(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.qualified_name(node.func) == EXACT


def exact_calls(file: File) -> list[cst.Call]:
    return [call for call in file.calls if is_exact(file, call)]
