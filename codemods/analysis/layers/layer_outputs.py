"""The layers of a model that an expression names, and the tensors that they return."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.file import File

_ENDS = ("input", "output")
_DEPTH = 10


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


def is_of_layers(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a tensor that `Input` or a layer has returned, for parts of it, and for what is computed from it."""
    if not depth:
        return False
    if isinstance(node, cst.Attribute):
        is_model = evidence(file, node.value, Kind.MODEL) is Evidence.CERTAIN
        return node.attr.value in _ENDS and (is_model or is_layer(file, node.value))
    if isinstance(node, cst.Subscript):
        return is_of_layers(file, node.value, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        return any(is_of_layers(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        if values and all(not isinstance(each, cst.Name) and is_of_layers(file, each, depth - 1) for each in values):
            return True
    return evidence(file, node, Kind.TENSOR) is Evidence.CERTAIN
