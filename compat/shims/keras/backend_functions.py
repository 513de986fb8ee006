"""Functions of `keras.backend` on the tensors of a functional model and on variables of Keras, as in Keras 2.

Keras 3 has `keras.ops` for them; the functions of its legacy backend take what TensorFlow takes.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviations:
* a model that contains such a function without a twin in `keras.ops` cannot be loaded from its config
"""

import ast
import functools
import inspect
from typing import Any, Callable, Dict, List

import keras
import tensorflow as tf

from compat.shims.keras import computed_values
from compat.shims.keras.channels_first import turning
from compat.shims.keras.weight_arithmetic import WeightExpression
from compat.tables.names.operations import OPERATIONS
from compat.tables.rows import Operation


def taking_keras_objects(symbol: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function `symbol`, which also takes tensors of functional models, and variables."""
    if not inspect.isfunction(function):
        return function
    row = OPERATIONS.get(symbol)
    function = _REPAIRS.get(symbol, _unchanged)(function)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = tf.nest.map_structure(_variable_of_tensorflow, (args, kwargs))
        if not any(map(_is_symbolic, tf.nest.flatten([args, kwargs]))):
            return function(*args, **kwargs)
        if row is not None:
            return _modern(row, args, kwargs)
        try:
            return function(*args, **kwargs)
        except AttributeError:
            pass  # its shape is a tuple and its type is text, which have no attributes of TensorFlow's
        except ValueError as error:
            if "KerasTensor" not in str(error):
                raise
        return _Called(function).symbolic(args, kwargs)

    return called


def _unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _choosing_rows(switch: Callable[..., Any]) -> Callable[..., Any]:
    """`K.switch` with a condition for each row, which chose whole rows on TensorFlow 1, and chooses columns since."""

    @functools.wraps(switch)
    def called(condition: Any, then_expression: Any, else_expression: Any) -> Any:
        computed_values.refuse("the condition of keras.backend.switch", condition)
        rank = len(condition.shape)
        if rank == 1:
            parts = (then_expression, else_expression)
            then_expression, else_expression = (each() if callable(each) else each for each in parts)
            condition = tf.reshape(condition, [-1, *[1] * (len(then_expression.shape) - rank)])
        return switch(condition, then_expression, else_expression)

    return called


def _for_last_axes(tile: Callable[..., Any]) -> Callable[..., Any]:
    """`K.tile` with a number, or fewer of them than there are axes, which repeated the last ones."""

    @functools.wraps(tile)
    def called(x: Any, n: Any) -> Any:
        if isinstance(n, int):
            n = (n,)
        return tile(x, (*[1] * (len(x.shape) - len(n)), *n) if isinstance(n, (list, tuple)) else n)

    return called


def _modern(row: Operation, args: Any, kwargs: Dict[str, Any]) -> Any:
    parameters = dict(row.parameters)
    given = {**dict(zip(parameters, args)), **kwargs}
    defaults = {name: ast.literal_eval(code) for name, code in row.defaults}
    return getattr(keras.ops, row.modern)(**{**defaults, **{parameters.get(key, key): given[key] for key in given}})


class _Called(keras.Operation):  # type: ignore[misc]
    """One call of a function, in the graph of a model."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._function = function

    def symbolic(self, args: Any, kwargs: Dict[str, Any]) -> Any:
        """Return the tensor of the call; its symbolic arguments become the inputs."""
        self._structure = (args, kwargs)
        tensors = [each for each in tf.nest.flatten(self._structure) if _is_symbolic(each)]
        return self(tensors)

    def call(self, tensors: List[Any]) -> Any:
        """Call the function with tensors in the places of the symbolic ones."""
        left = iter(tensors)
        flat = [next(left) if _is_symbolic(each) else each for each in tf.nest.flatten(self._structure)]
        args, kwargs = tf.nest.pack_sequence_as(self._structure, flat)
        return self._function(*args, **kwargs)

    def compute_output_spec(self, tensors: List[Any]) -> Any:
        """The shape and type of the result."""
        return keras.src.backend.compute_output_spec(self.call, tensors)


def called_in_graph(function: Callable[..., Any], *tensors: Any) -> Any:
    """Call a function of TensorFlow; on tensors of a functional model, in the graph of the model."""
    if any(map(_is_symbolic, tensors)):
        return _Called(function).symbolic(tensors, {})
    return function(*tensors)


def _variable_of_tensorflow(each: Any) -> Any:
    if isinstance(each, WeightExpression):
        return each.tensor()
    return each.value if isinstance(each, keras.Variable) else each


def _is_symbolic(each: Any) -> bool:
    return isinstance(each, keras.KerasTensor)


_CONVOLUTIONS = """
conv1d conv2d conv2d_transpose conv3d depthwise_conv2d pool2d pool3d separable_conv2d
"""
_REPAIRS: Dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "keras.backend.switch": _choosing_rows,
    "keras.backend.tile": _for_last_axes,
    **{f"keras.backend.{name}": turning for name in _CONVOLUTIONS.split()},
}
