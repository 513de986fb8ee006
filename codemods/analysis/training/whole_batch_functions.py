"""Losses and metrics of a project that return one number for a batch, and not one for each row.

Keras 3 adds such losses up over the replicas of a strategy. What a file does not show counts as one for each row.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.models.compiled_functions import Function
from codemods.analysis.objects.built_models import returned_by
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of, once_per_file

_BACKENDS = ("keras.backend.", "keras.ops.", "tensorflow.math.", "tensorflow.")
_EPSILON = "keras.backend.epsilon"
_REDUCING = frozenset({"all", "any", "logsumexp", "max", "mean", "min", "prod", "std", "sum", "var"})
METRICS = ("metrics", "weighted_metrics")
_AXES = ("axis", "axes", "reduction_indices")
_OF_ONE = frozenset(
    (
        *("abs", "add", "cast", "clip", "clip_by_value", "constant", "divide", "exp", "identity", "log", "maximum"),
        *("minimum", "multiply", "negative", "pow", "sqrt", "square", "stop_gradient", "subtract", "truediv"),
    )
)
"""Functions that return one number where all that they are given are numbers."""
_DEPTH = 8


class Shape(Enum):
    """What an expression is for a batch."""

    CONSTANT = "a number of the program"
    NUMBER = "one number for the batch"
    OTHER = "one for each row, or not known"


@once_per_file
def losses_of_whole_batches(file: File) -> list[str]:
    """The names of the losses of the project that a `compile` of the file gets, and that return one number."""
    found = (each for called in training_calls(file) for each in functions_of_whole_batches(file, called, "loss"))
    return [*dict.fromkeys(found)]


def functions_of_whole_batches(file: File, called: Called, *parameters: str) -> list[str]:
    """The names of the functions that `compile` gets in these parameters, and that return one number for a batch."""
    if called.path.rpartition(".")[2] != "compile":
        return []
    given = [arg.value for name in parameters if (arg := called.argument(name)) is not None]
    behind = (each for value in given for each in _behind(file, value, _DEPTH))
    named = (_name(function) for module, function in behind if _returns_number(module, function, _DEPTH))
    return [*dict.fromkeys(named)]


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
    elif isinstance(node, cst.Name):
        for module, named in _named(file, node):
            yield from _behind(module, named, depth - 1)


def _named(file: File, node: cst.BaseExpression) -> Iterator[tuple[File, cst.CSTNode]]:
    """The value or the function that a name stands for, here or in another module."""
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    found = definition(file, node) if value is None else (file, value)
    if found is not None:
        yield found


def _returns_number(file: File, function: cst.CSTNode, depth: int) -> bool:
    values = [function.body] if isinstance(function, cst.Lambda) else returned_by(file, function)
    return bool(values) and all(value is not None and _shape(file, value, depth) is Shape.NUMBER for value in values)


def _shape(file: File, node: cst.BaseExpression, depth: int) -> Shape:
    if not depth:
        return Shape.OTHER
    if isinstance(node, cst.Integer | cst.Float):
        return Shape.CONSTANT
    if isinstance(node, cst.UnaryOperation):
        return _shape(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        return _joined([_shape(file, each, depth - 1) for each in (node.left, node.right)])
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        if binding is not None and isinstance(binding.node, cst.Param):
            is_own = file.function(binding.node) is file.function(node)
            return Shape.OTHER if is_own and not _is_number(binding.node.default) else Shape.CONSTANT
        value = last_value(file, node)
        return _shape(file, value, depth - 1) if value is not None else Shape.OTHER
    return _of_call(file, node, depth) if isinstance(node, cst.Call) else Shape.OTHER


def _of_call(file: File, call: cst.Call, depth: int) -> Shape:
    symbol = file.symbol(call.func)
    name = _function(symbol)
    if symbol == _EPSILON:
        return Shape.CONSTANT
    if name in _REDUCING:
        return Shape.OTHER if _has_axis(call) else Shape.NUMBER
    if name in _OF_ONE:
        return _joined([_shape(file, arg.value, depth - 1) for arg in call.args if arg.keyword is None])
    found = definition(file, call.func) if symbol is None else None
    if found is not None and isinstance(found[1], cst.FunctionDef) and _returns_number(*found, depth - 1):
        return Shape.NUMBER
    return Shape.OTHER


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


def _joined(parts: list[Shape]) -> Shape:
    if Shape.OTHER in parts or not parts:
        return Shape.OTHER
    return Shape.NUMBER if Shape.NUMBER in parts else Shape.CONSTANT
