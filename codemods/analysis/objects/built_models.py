"""Whether the weights of a model exist as soon as it is made, because the shape of its input is known."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from codemods.source.arguments import keyword
from codemods.source.file import File

_SHAPES = ("input_shape", "batch_input_shape", "input_dim", "batch_shape")
INPUTS = ("keras.layers.Input", "keras.layers.InputLayer")
_LOADED = ("keras.models.load_model", "keras.models.model_from_json")
_DEPTH = 8


def is_built(file: File, value: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if an expression makes a model with all its weights: functional, or sequential with a known input."""
    if not depth:
        return False
    if isinstance(value, cst.Name):
        values = file.definitions(value) or []
        return bool(values) and all(is_built(file, each, depth - 1) or _is_filled(file, value, each) for each in values)
    if not isinstance(value, cst.Call):
        return False
    symbol = file.symbol(value.func) or ""
    if symbol == "keras.models.Model":
        return len(value.args) > 1 and not any(arg.star for arg in value.args)
    if symbol == "keras.models.Sequential":
        return _lists_input(file, value)
    if symbol in _LOADED or symbol.startswith("keras.applications."):
        return True
    return _is_built_by_function(file, value.func, depth)


def _is_built_by_function(file: File, name: cst.BaseExpression, depth: int) -> bool:
    """True if every `return` of a function in the file gives such a model."""
    found = returns_of(file, name)
    return bool(found) and all(each is not None and is_built(file, each, depth - 1) for each in found)


def returns_of(file: File, name: cst.BaseExpression) -> list[cst.BaseExpression | None]:
    """What a plain function of the file returns."""
    bindings = file.assignments(name) if isinstance(name, cst.Name) else []
    return returned_by(file, bindings[0].node) if len(bindings) == 1 else []


def returned_by(file: File, function: cst.CSTNode | None) -> list[cst.BaseExpression | None]:
    """What a plain function or method returns; nothing for everything else."""
    if not isinstance(function, cst.FunctionDef) or function.asynchronous:
        return []
    if not all(file.is_builtin(each.decorator, "classmethod", "staticmethod") for each in function.decorators):
        return []
    if any(file.function(each) is function for each in file.within(function.body, cst.Yield)):
        return []
    return [each.value for each in file.within(function.body, cst.Return) if file.function(each) is function]


def returned(file: File, value: cst.BaseExpression) -> cst.BaseExpression:
    """What the only `return` of a function of the file gives, if `value` calls one; else `value` itself."""
    for _ in range(_DEPTH):
        found = returns_of(file, value.func) if isinstance(value, cst.Call) else []
        if len(found) != 1 or found[0] is None:
            break
        value = found[0]
    return value


def _lists_input(file: File, call: cst.Call) -> bool:
    layers = call.args[0].value if call.args else None
    first = layers.elements[0] if isinstance(layers, cst.List | cst.Tuple) and layers.elements else None
    return isinstance(first, cst.Element) and _has_shape(file, first.value)


def _is_filled(file: File, name: cst.Name, value: cst.BaseExpression) -> bool:
    """True for an empty `Sequential()` whose first `add` brings the shape of the input."""
    if not isinstance(value, cst.Call) or value.args or file.symbol(value.func) != "keras.models.Sequential":
        return False
    added = additions(file, name)
    return bool(added) and len(added[0].args) == 1 and _has_shape(file, added[0].args[0].value)


def additions(file: File, name: cst.Name) -> list[cst.Call]:
    """The calls `name.add(...)`, in source order."""
    return additions_at(file, [use for each in file.assignments(name) for use in each.uses])


def additions_at(file: File, uses: Iterable[cst.CSTNode]) -> list[cst.Call]:
    """The calls of `add` on some uses of a name, in source order."""
    uses = sorted(uses, key=file.order)
    methods = [above for use in uses if isinstance(above := file.parent(use), cst.Attribute) and above.value is use]
    calls = [file.parent(each) for each in methods if each.attr.value == "add"]
    return [each for each in calls if isinstance(each, cst.Call)]


def _has_shape(file: File, layer: cst.BaseExpression) -> bool:
    if not isinstance(layer, cst.Call):
        return False
    symbol = file.symbol(layer.func) or ""
    is_layer = symbol.startswith("keras.layers.")
    return symbol in INPUTS or (is_layer and any(keyword(layer, each) is not None for each in _SHAPES))
