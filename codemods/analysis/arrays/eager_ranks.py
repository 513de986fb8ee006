"""Whether an eager tensor is numbers, `(n,)`, or a column of them, `(n, 1)`, as far as the file shows."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of_list
from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.flow.own_classes import class_of, method
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.unpacking import part_of, unpacked
from codemods.analysis.models.sequential_layers import SAME_WIDTH, last_layers
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.arguments import argument, keyword, literal
from codemods.source.file import File

_DEPTH = 8
_DENSE = "keras.layers.Dense"
_LAST = (-1, 1)
_MAKERS = (*ARRAYS, "tensorflow.constant", "tensorflow.convert_to_tensor")
_REDUCTIONS = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in ("reduce_max", "reduce_mean", "reduce_min", "reduce_sum")
)


class Form(Enum):
    """The shape of a tensor with a number for each row."""

    NUMBERS = "(n,)"
    COLUMN = "(n, 1)"


def form_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Form | None:
    """The form of a tensor; None if the file does not show it, or it has another one."""
    if isinstance(node, cst.Name) and (bound := _of_binding(file, node, depth)) is not None:
        return bound
    node = value_of(file, node) or node
    if not depth:
        return None
    if isinstance(node, cst.BinaryOperation):
        return _together(form_of(file, node.left, depth - 1), form_of(file, node.right, depth - 1))
    if isinstance(node, cst.UnaryOperation):
        return form_of(file, node.expression, depth - 1)
    if isinstance(node, cst.Subscript):
        return Form.NUMBERS if _takes_a_column(node) else None
    return _of_call(file, node, depth) if isinstance(node, cst.Call) else None


def _of_binding(file: File, name: cst.Name, depth: int) -> Form | None:
    """The form of what all calls pass for a parameter, or of the part of what a model returns that a name is given."""
    binding = file.only_binding(name) if depth else None
    if binding is None:
        return None
    if isinstance(binding.node, cst.Param):
        passed = passed_anywhere(file, binding.node)
        forms = {form_of(*each, depth - 1) if each is not None else None for each in passed}
        return forms.pop() if len(forms) == 1 else None
    part = unpacked(file, binding.node)
    if part is None or len(part.path) != 1 or not isinstance(part.whole, cst.Call):
        return None
    called = _model_of(part.whole)
    return Form.COLUMN if _call_ends_in_one_unit(file, called, part.path[0]) else None


def _model_of(call: cst.Call) -> cst.BaseExpression:
    """`model` of `model(x)` and of `model.call(x)`."""
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "call":
        return call.func.value
    return call.func


def _together(left: Form | None, right: Form | None) -> Form | None:
    """What an operation makes of both; two forms make a matrix."""
    return left or right if left is None or right is None or left is right else None


def _takes_a_column(node: cst.Subscript) -> bool:
    """True for `x[:, 0]`."""
    parts = [each.slice for each in node.slice]
    if len(parts) != len(_LAST) or not isinstance(parts[0], cst.Slice) or not isinstance(parts[1], cst.Index):
        return False
    return isinstance(literal(parts[1].value), int)


def _of_call(file: File, call: cst.Call, depth: int) -> Form | None:
    symbol = file.symbol(call.func) or ""
    if file.qualified_name(call.func) in _MAKERS and call.args:
        listed = call.args[0].value
        if isinstance(listed, cst.List | cst.Tuple) and rank_of_list(listed) == 1:
            return Form.NUMBERS
    if symbol == "tensorflow.squeeze":
        return _squeezed(file, call, depth)
    if symbol in _REDUCTIONS:
        return _reduced(call)
    if symbol in ("tensorflow.stop_gradient", "tensorflow.cast", "tensorflow.convert_to_tensor") and call.args:
        return form_of(file, call.args[0].value, depth - 1)
    if symbol in ("tensorflow.reshape", "tensorflow.expand_dims") and len(call.args) > 1:
        return _reshaped(symbol, call.args[1].value)
    return Form.COLUMN if _ends_in_one_unit(file, _model_of(call)) else None


def _squeezed(file: File, call: cst.Call, depth: int) -> Form | None:
    axis = call.args[1] if len(call.args) > 1 and call.args[1].keyword is None else keyword(call, "axis")
    is_last = axis is None or literal(axis.value) in _LAST
    return (
        Form.NUMBERS if is_last and call.args and form_of(file, call.args[0].value, depth - 1) is Form.COLUMN else None
    )


def _reduced(call: cst.Call) -> Form | None:
    axis = call.args[1] if len(call.args) > 1 and call.args[1].keyword is None else keyword(call, "axis")
    if axis is None or literal(axis.value) not in _LAST:
        return None
    kept = keyword(call, "keepdims")
    return Form.NUMBERS if kept is None else Form.COLUMN if literal(kept.value) is True else None


def _reshaped(symbol: str, given: cst.BaseExpression) -> Form | None:
    if symbol.endswith("expand_dims"):
        return Form.COLUMN if literal(given) in _LAST else None
    sizes = [literal(each.value) for each in given.elements] if isinstance(given, cst.List | cst.Tuple) else []
    return Form.NUMBERS if sizes == [-1] else Form.COLUMN if sizes == [-1, 1] else None


def _ends_in_one_unit(file: File, model: cst.BaseExpression) -> bool:
    """True for a model, or a layer, whose last layer is `Dense(1)`."""
    made = value_of(file, model)
    if isinstance(made, cst.Call) and file.symbol(made.func) == _DENSE:
        return _has_one_unit(made)
    for layer in last_layers(file, model):
        if not isinstance(layer, cst.Call):
            return False
        symbol = file.symbol(layer.func)
        if symbol == _DENSE:
            return _has_one_unit(layer)
        if symbol not in SAME_WIDTH:
            return False
    return _call_ends_in_one_unit(file, model)


def _call_ends_in_one_unit(file: File, model: cst.BaseExpression, part: int | None = None) -> bool:
    """True for an object of a class whose `call` returns what a `Dense(1)` of its own makes, or has it as a part."""
    made = value_of(file, model)
    name = made.func if isinstance(made, cst.Call) else None
    owner = class_of(file, name) if isinstance(name, cst.Name) else None
    call = method(file, owner, "call") if owner is not None else None
    returned = returned_by(file, call) if call is not None else []
    if len(returned) != 1 or returned[0] is None:
        return False
    whole = value_of(file, returned[0]) or returned[0]
    last = whole if part is None else part_of(whole, (part,))
    last = value_of(file, last) if last is not None else None
    layer = value_of(file, last.func) if isinstance(last, cst.Call) else None
    return isinstance(layer, cst.Call) and file.symbol(layer.func) == _DENSE and _has_one_unit(layer)


def _has_one_unit(dense: cst.Call) -> bool:
    units = argument(dense, "units")
    return units is not None and literal(units.value) == 1
