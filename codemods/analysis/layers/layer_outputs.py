"""The layers of a model that an expression names."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.elements import loop_iterable
from codemods.source.file import File


def is_layer(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.layers[i]`, `model.get_layer(...)`, and names of these and of what a loop takes from `layers`."""
    if isinstance(node, cst.Subscript):
        return isinstance(node.value, cst.Attribute) and node.value.attr.value == "layers"
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Attribute) and node.func.attr.value == "get_layer"
    if not isinstance(node, cst.Name):
        return False
    binding = file.only_binding(node)
    iterable = loop_iterable(file, binding.node) if binding is not None else None
    if iterable is not None:
        plain = iterable.value if isinstance(iterable, cst.Subscript) else iterable
        return isinstance(plain, cst.Attribute) and plain.attr.value == "layers"
    made = file.only_value(node)
    return made is not None and not isinstance(made, cst.Name) and is_layer(file, made)
