"""Losses and metrics of a project that return one number for a batch, and not one for each row.

Keras 3 adds such losses up over the replicas of a strategy, and takes the mean of such metrics, which is that of the
batch for a mean of the rows alone. What a file does not show counts as one for each row.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.models.compiled_functions import Function
from codemods.analysis.objects.built_models import returned_by
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_BACKENDS = ("keras.backend.", "keras.ops.", "tensorflow.math.", "tensorflow.")
_EPSILON = "keras.backend.epsilon"
_REDUCING = frozenset(
    ("all", "any", "count_nonzero", "logsumexp", "max", "mean", "min", "prod", "size", "std", "sum", "var")
)
METRICS = ("metrics", "weighted_metrics")
_AXES = ("axis", "axes", "reduction_indices")
_OF_ONE = frozenset(
    (
        *("abs", "add", "cast", "cast_to_floatx", "clip", "clip_by_value", "constant", "divide", "divide_no_nan"),
        *("exp", "identity", "log", "maximum", "minimum", "multiply", "negative", "pow", "sqrt", "square"),
        *("stop_gradient", "subtract", "to_float", "truediv"),
    )
)
"""Functions that return one number where all that they are given are numbers."""
_CASTS = frozenset({"cast", "cast_to_floatx", "constant", "to_float"})
"""Those of them that are given a type as well."""
_LINEAR = frozenset({"cast", "identity", "negative", "stop_gradient", "add", "subtract"})
"""Those of them that make a mean of the rows of a mean."""
_SUMS = (cst.Add, cst.Subtract)
_SCALES = (cst.Multiply, cst.Divide)
_DEPTH = 8


class Shape(Enum):
    """What an expression is for a batch."""

    CONSTANT = "a number of the program"
    MEAN = "the mean of the batch: that of equal parts is the mean of their means"
    NUMBER = "another number for the batch"
    OTHER = "one for each row, or not known"


_NUMBERS = frozenset({Shape.MEAN, Shape.NUMBER})


@once_per_file
def losses_of_whole_batches(file: File) -> list[str]:
    """The names of the losses of the project that a `compile` of the file gets, and that return one number."""
    found = (each for called in training_calls(file) for each in functions_of_whole_batches(file, called, "loss"))
    return [*dict.fromkeys(found)]


@once_per_file
def uneven_metrics(file: File) -> list[str]:
    """The names of the metrics that a `compile` of the file gets, and that have another value for parts of a batch."""
    found = (
        _name(function)
        for called in training_calls(file)
        for module, function in _compiled(file, called, METRICS)
        if _returned(module, function, _DEPTH) is Shape.NUMBER
    )
    return [*dict.fromkeys(found)]


def functions_of_whole_batches(file: File, called: Called, *parameters: str) -> list[str]:
    """The names of the functions that `compile` gets in these parameters, and that return one number for a batch."""
    behind = _compiled(file, called, parameters)
    named = (_name(function) for module, function in behind if _returned(module, function, _DEPTH) in _NUMBERS)
    return [*dict.fromkeys(named)]


def _compiled(file: File, called: Called, parameters: tuple[str, ...]) -> Iterator[tuple[File, Function]]:
    """The functions that a call gets in these parameters, if it is one of `compile`."""
    if called.path.rpartition(".")[2] != "compile":
        return
    for name in parameters:
        arg = called.argument(name)
        if arg is not None:
            yield from _behind(file, arg.value, _DEPTH)


def _name(function: Function) -> str:
    return function.name.value if isinstance(function, cst.FunctionDef) else "lambda"


def _behind(file: File, node: cst.CSTNode, depth: int) -> Iterator[tuple[File, Function]]:
    """The functions that an expression lists, names or makes."""
    if not depth:
        return
    if isinstance(node, cst.FunctionDef | cst.Lambda):
        yield file, node
    elif isinstance(node, cst.List | cst.Tuple | cst.Dict):
        for each in node.elements:
            yield from _behind(file, each.value, depth - 1)
    elif isinstance(node, cst.Call):
        for module, maker in _named(file, node.func):
            for value in returned_by(module, maker):
                if value is not None:
                    yield from _behind(module, value, depth - 1)
    elif isinstance(node, cst.Name | cst.Attribute):
        for module, named in _named(file, node):
            yield from _behind(module, named, depth - 1)


def _named(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, cst.CSTNode]]:
    """The value or the function that a name stands for, here or in another module."""
    own, owner = attribute_of_self(file, node), file.enclosing_class(node)
    if own is not None and owner is not None:
        made = method(file, owner, own)
        yield from [(file, made)] if made is not None else []
        return
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    found = definition(file, node) if value is None else (file, value)
    if found is not None:
        yield found


def _returned(file: File, function: cst.CSTNode, depth: int) -> Shape:
    """What a function returns for a batch, the same in all its branches."""
    values = [function.body] if isinstance(function, cst.Lambda) else returned_by(file, function)
    shapes = {Shape.OTHER if value is None else _shape(file, value, depth) for value in values}
    if not shapes & _NUMBERS or Shape.OTHER in shapes:
        return Shape.OTHER
    return shapes.pop() if len(shapes) == 1 else Shape.NUMBER


def _shape(file: File, node: cst.BaseExpression, depth: int) -> Shape:
    if not depth:
        return Shape.OTHER
    if isinstance(node, cst.Integer | cst.Float | cst.Attribute):
        return Shape.CONSTANT  # attributes of `self` and of options hold numbers of the program
    if isinstance(node, cst.UnaryOperation):
        return _shape(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        parts = [_shape(file, each, depth - 1) for each in (node.left, node.right)]
        return _joined(parts, is_linear=_is_linear(node.operator, parts))
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        if binding is not None and isinstance(binding.node, cst.Param):
            is_own = file.function(binding.node) is file.function(node)
            return Shape.OTHER if is_own and not _is_number(binding.node.default) else Shape.CONSTANT
        value = last_value(file, node)
        return _shape(file, value, depth - 1) if value is not None else Shape.OTHER
    if isinstance(node, cst.Subscript):
        is_shape = isinstance(node.value, cst.Call) and _function(file.symbol(node.value.func)) == "shape"
        return Shape.NUMBER if is_shape and isinstance(literal_key(node), int) else Shape.OTHER
    return _of_call(file, node, depth) if isinstance(node, cst.Call) else Shape.OTHER


def _of_call(file: File, call: cst.Call, depth: int) -> Shape:
    symbol = file.symbol(call.func)
    name = _function(symbol)
    if symbol == _EPSILON:
        return Shape.CONSTANT
    if name in _REDUCING:
        return Shape.OTHER if _has_axis(call) else Shape.MEAN if _is_plain_mean(file, call) else Shape.NUMBER
    if name in _OF_ONE:
        given = call.args[:1] if name in _CASTS else call.args
        parts = [_shape(file, arg.value, depth - 1) for arg in given if arg.keyword is None]
        return _joined(parts, is_linear=name in _LINEAR)
    found = definition(file, call.func) if symbol is None else None
    if found is not None and isinstance(found[1], cst.FunctionDef):
        return _returned(*found, depth - 1)
    return Shape.OTHER


def _is_plain_mean(file: File, call: cst.Call) -> bool:
    """True for the mean of what no other number for the batch is in."""
    inner = (each for arg in call.args for each in nodes(arg.value, cst.Call))
    reducing = (each for each in (call, *inner) if _function(file.symbol(each.func)) in _REDUCING)
    return _function(file.symbol(call.func)) == "mean" and all(each is call or _has_axis(each) for each in reducing)


def _is_linear(operator: cst.BaseBinaryOp, parts: list[Shape]) -> bool:
    """True if means are added up, or multiplied with and divided by a number of the program."""
    if isinstance(operator, _SUMS):
        return True
    left, right = parts
    is_scaled = right is Shape.CONSTANT or (left is Shape.CONSTANT and isinstance(operator, cst.Multiply))
    return isinstance(operator, _SCALES) and is_scaled


def _is_number(default: cst.BaseExpression | None) -> bool:
    """True for the default of `smooth=1.0`."""
    return default is not None and isinstance(literal(default), int | float)


def _function(symbol: str | None) -> str:
    """The name of a function of the backend: `mean` of `tf.reduce_mean`, and of `K.mean`."""
    for prefix in _BACKENDS:
        if symbol is not None and symbol.startswith(prefix) and "." not in symbol.removeprefix(prefix):
            return symbol.removeprefix(prefix).removeprefix("reduce_")
    return ""


def _has_axis(call: cst.Call) -> bool:
    given = [arg for arg in call.args if arg.keyword is None][1:2] + [
        arg for name in _AXES if (arg := keyword(call, name)) is not None
    ]
    return any(arg.star or name_of(arg.value) != "None" for arg in given)


def _joined(parts: list[Shape], *, is_linear: bool) -> Shape:
    if Shape.OTHER in parts or not parts:
        return Shape.OTHER
    if Shape.NUMBER in parts or Shape.MEAN in parts:
        return Shape.MEAN if is_linear and Shape.NUMBER not in parts else Shape.NUMBER
    return Shape.CONSTANT
