"""The expressions that are layers of a Keras model: `model.layers[-1]`, `model.get_layer(name)`, a loop's variable."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.file import File

_PASSED_ON = ("reversed", "list", "tuple", "sorted")


def is_layer_of_model(file: File, node: cst.BaseExpression) -> bool:
    """True if an expression is one of the layers of what is used as a Keras model."""
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Attribute) and _is_getter(file, node.func)
    if isinstance(node, cst.Subscript):
        is_one = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
        return is_one and is_layers_of_model(file, node.value)
    if not isinstance(node, cst.Name):
        return False
    bindings = file.assignments(node)
    return bool(bindings) and all(_is_bound_to_layer(file, each.node, file.assigned_value(each)) for each in bindings)


def _is_bound_to_layer(file: File, target: cst.CSTNode | None, value: cst.BaseExpression | None) -> bool:
    if value is not None:
        return not isinstance(value, cst.Name) and is_layer_of_model(file, value)
    iterable = loop_iterable(file, target)
    return iterable is not None and is_layers_of_model(file, iterable)


def is_layers_of_model(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.layers`, a part of it, and the same in another order."""
    if isinstance(node, cst.Call) and len(node.args) == 1 and file.is_builtin(node.func, *_PASSED_ON):
        return is_layers_of_model(file, node.args[0].value)
    if isinstance(node, cst.Subscript):
        is_part = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)
        return is_part and is_layers_of_model(file, node.value)
    is_named = isinstance(node, cst.Attribute) and node.attr.value == "layers" and file.reference(node) is None
    return is_named and isinstance(node, cst.Attribute) and _is_model(file, node.value)


def _is_getter(file: File, node: cst.Attribute) -> bool:
    return node.attr.value == "get_layer" and file.reference(node) is None and _is_model(file, node.value)


def _is_model(file: File, node: cst.BaseExpression) -> bool:
    """True for a model, and for what may be one: no other library has layers that are got like this."""
    found = evidence(file, node, Kind.MODEL)
    return found.is_enough or (found is Evidence.UNKNOWN and file.reaches_family())


def model_of_layer(file: File, layer: cst.BaseExpression) -> cst.BaseExpression | None:
    """The model of `model.layers[i]`, of `model.get_layer(name)`, and of a loop's variable over its layers."""
    node: cst.BaseExpression | None = layer
    if isinstance(layer, cst.Name):
        bindings = file.assignments(layer)
        if len(bindings) != 1:
            return None
        node = file.assigned_value(bindings[0]) or loop_iterable(file, bindings[0].node)
    while node is not None:
        if isinstance(node, cst.Attribute) and node.attr.value in ("layers", "get_layer"):
            return node.value
        if isinstance(node, cst.Call):
            node = node.args[0].value if file.is_builtin(node.func, "reversed", "list") and node.args else node.func
            if isinstance(node, cst.Name):
                return None
        else:
            node = node.value if isinstance(node, cst.Subscript) else None
    return None
