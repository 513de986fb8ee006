"""How many axes tensors have at least that TensorFlow computes at once, and what is made of them with NumPy."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of_list
from codemods.analysis.arrays.predictions import has_index
from codemods.analysis.flow.own_classes import class_of, method
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, only_value_of, value_of
from codemods.analysis.flow.unpacking import Path, part_of, unpacked
from codemods.analysis.models.sequential_layers import SAME_WIDTH, last_layers
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.object_types import LAYER, MODEL, VARIABLES, Receiver, origin_of
from codemods.source.arguments import bind, literal, literal_key
from codemods.source.file import File

_DEPTH = 10
_GETTERS = ("get_weights",)
_OF_ROWS = frozenset({"keras.layers.Dense", "keras.layers.Flatten"})
"""Layers whose outputs have two axes at least."""
_BY_ELEMENT = frozenset(
    (
        *(f"tensorflow.nn.{name}" for name in ("elu", "log_softmax", "relu", "sigmoid", "softmax", "softplus", "tanh")),
        *(f"tensorflow.math.{name}" for name in ("abs", "exp", "log", "negative", "round", "sigmoid", "sqrt")),
        *(f"tensorflow.math.{name}" for name in ("square", "softplus", "tanh")),
        *(f"tensorflow.{name}" for name in ("abs", "cast", "clip_by_value", "convert_to_tensor", "exp", "identity")),
        *(f"tensorflow.{name}" for name in ("round", "sigmoid", "sqrt", "square", "stop_gradient", "tanh")),
    )
)
"""Functions that keep the shape of their first argument."""
_REDUCING = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in ("argmax", "argmin", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum")
)
_ALWAYS_ALONG = ("argmax", "argmin")
"""Functions that take the first axis where they are given none."""
_DRAWN = frozenset({"tensorflow.random.categorical", "tensorflow.multinomial", "tensorflow.random.multinomial"})
_MADE_OF_LISTS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.Variable"})
_SHAPED = frozenset(
    f"tensorflow.{name}" for name in ("ones", "zeros", "random.normal", "random.uniform", "random.truncated_normal")
)


class Axes(NamedTuple):
    """The least number of axes of a value, and whether it is a tensor; else it is an array."""

    least: int
    is_tensor: bool = True


def axes_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Axes | None:
    """What is known of a value; None if the file does not show that it is a tensor, or an array made of one."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        found = {_of_target(file, each.node, depth) for each in reaching(file, node)}
        return found.pop() if len(found) == 1 else None
    if isinstance(node, cst.Attribute):
        made = only_value_of(file, node) if attribute_of_self(file, node) is not None else None
        return axes_of(file, made, depth - 1) if made is not None else None
    if isinstance(node, cst.BinaryOperation):
        return _of_operation(file, node, depth)
    if isinstance(node, cst.UnaryOperation):
        return axes_of(file, node.expression, depth - 1) if isinstance(node.operator, cst.Minus) else None
    if isinstance(node, cst.Subscript):
        return _of_weights(file, node) or _of_part(file, node, depth)
    return _of_call(file, node, depth) if isinstance(node, cst.Call) else None


def _of_target(file: File, target: cst.CSTNode | None, depth: int) -> Axes | None:
    """The axes of what a name is given, alone or as a part of what a model returns."""
    above = file.parent(target) if target is not None else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    if isinstance(assign, cst.Assign):
        return axes_of(file, assign.value, depth - 1)
    found = unpacked(file, target)
    if found is None:
        return None
    if not found.path:
        return axes_of(file, found.whole, depth - 1)
    return _of_model(file, found.whole, found.path, depth) if isinstance(found.whole, cst.Call) else None


def _of_operation(file: File, node: cst.BinaryOperation, depth: int) -> Axes | None:
    if isinstance(node.operator, cst.MatrixMultiply):
        return None
    sides = [found for each in (node.left, node.right) if (found := axes_of(file, each, depth - 1)) is not None]
    return Axes(max(each.least for each in sides), any(each.is_tensor for each in sides)) if sides else None


def _of_weights(file: File, node: cst.Subscript) -> Axes | None:
    """The axes of `model.variables[0]` and `layer.get_weights()[0]`: one or more of the first weights of a layer."""
    held = node.value
    is_array = isinstance(held, cst.Call) and not held.args
    named = held.func if isinstance(held, cst.Call) and is_array else held
    if not isinstance(named, cst.Attribute) or not has_index(node) or literal_key(node) != 0:
        return None
    if named.attr.value not in (_GETTERS if is_array else VARIABLES):
        return None
    origin = origin_of(file, named.value)
    is_layer = isinstance(origin, Receiver) and origin.is_a(LAYER) and origin.is_plain and not origin.shimmed
    return Axes(1, is_tensor=not is_array) if is_layer else None


def _of_part(file: File, node: cst.Subscript, depth: int) -> Axes | None:
    """Each index takes an axis away; a slice does not."""
    whole = axes_of(file, node.value, depth - 1)
    places = [each.slice for each in node.slice]
    if whole is None or not all(isinstance(each, cst.Slice) or _is_one(each) for each in places):
        return None
    taken = sum(not isinstance(each, cst.Slice) for each in places)
    return whole._replace(least=whole.least - taken) if whole.least >= taken else None


def _is_one(place: cst.BaseSlice) -> bool:
    """True for one index, not for `...` and None."""
    value = place.value if isinstance(place, cst.Index) else None
    is_none = isinstance(value, cst.Name) and value.value == "None"
    return isinstance(value, cst.Integer | cst.Name | cst.UnaryOperation) and not is_none


def _of_call(file: File, call: cst.Call, depth: int) -> Axes | None:
    symbol = file.symbol(call.func) or ""
    first = call.args[0].value if call.args and not call.args[0].star else None
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "numpy" and not call.args:
        found = axes_of(file, call.func.value, depth - 1)
        return found._replace(is_tensor=False) if found is not None else None
    if symbol in _DRAWN:
        return Axes(2)
    if symbol in _MADE_OF_LISTS and isinstance(first, cst.List):
        rank = rank_of_list(first)
        return Axes(rank) if rank is not None else None
    if symbol in _BY_ELEMENT and first is not None:
        kept = axes_of(file, first, depth - 1)
        return Axes(kept.least) if kept is not None else None
    if symbol in _REDUCING and first is not None:
        return _reduced(file, call, symbol, depth)
    if symbol == "tensorflow.expand_dims" and first is not None:
        whole = axes_of(file, first, depth - 1)
        return Axes(whole.least + 1 if whole is not None else 1)
    if symbol in _SHAPED or symbol == "tensorflow.reshape":
        return _shaped(call, symbol)
    return _of_model(file, call, (), depth) if symbol == "" else None


def _reduced(file: File, call: cst.Call, symbol: str, depth: int) -> Axes | None:
    bound = bind(call, "input", "axis", "keepdims") or {}
    whole = axes_of(file, call.args[0].value, depth - 1)
    axis = literal(bound["axis"].value) if "axis" in bound else None
    is_along = isinstance(axis, int) or ("axis" not in bound and symbol.endswith(_ALWAYS_ALONG))
    if whole is None or not whole.least or not is_along:
        return None
    is_kept = "keepdims" in bound and literal(bound["keepdims"].value) is True
    return Axes(whole.least - (not is_kept)) if is_kept or "keepdims" not in bound else None


def _shaped(call: cst.Call, symbol: str) -> Axes | None:
    bound = bind(call, "tensor", "shape") if symbol.endswith("reshape") else bind(call, "shape", "dtype")
    shape = (bound or {}).get("shape")
    sizes = shape.value if shape is not None else None
    if not isinstance(sizes, cst.List | cst.Tuple) or not all(isinstance(each, cst.Element) for each in sizes.elements):
        return None
    return Axes(len(sizes.elements))


def _of_model(file: File, call: cst.Call, path: Path, depth: int) -> Axes | None:
    """The axes of what a model or a layer returns, or of a part of that: those of Keras have rows."""
    is_direct = isinstance(call.func, cst.Attribute) and call.func.attr.value == "call"
    model = call.func.value if is_direct and isinstance(call.func, cst.Attribute) else call.func
    if not isinstance(model, cst.Name | cst.Attribute | cst.Call):
        return None
    own = _returned_by_class(file, model)
    if own:
        parts = [part_of(each, path) if path else each for each in own]
        found = {axes_of(file, each, depth - 1) if each is not None else None for each in parts}
        return found.pop() if len(found) == 1 else None
    if path:
        return None
    origin = origin_of(file, model)
    if not isinstance(origin, Receiver) or not origin.is_a(LAYER) or not origin.is_plain or origin.shimmed:
        return None
    made = value_of(file, model)
    if isinstance(made, cst.Call) and file.symbol(made.func) in _OF_ROWS:
        return Axes(2)
    if not origin.is_a(MODEL):
        return None
    for layer in last_layers(file, model):
        symbol = file.symbol(layer.func) if isinstance(layer, cst.Call) else None
        if symbol not in SAME_WIDTH:
            return Axes(2) if symbol in _OF_ROWS else None
    return None


def _returned_by_class(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What `call` of a class of the file returns; [] where it is not shown."""
    made = value_of(file, model)
    name = made.func if isinstance(made, cst.Call) else None
    owner = class_of(file, name) if isinstance(name, cst.Name) else None
    call = method(file, owner, "call") if owner is not None else None
    origin = origin_of(file, model) if call is not None else None
    if call is None or not isinstance(origin, Receiver) or not origin.is_a(LAYER):
        return []
    values = returned_by(file, call)
    return [each for each in values if each is not None] if all(values) else []
