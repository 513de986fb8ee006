"""Sums and multiples of weights that stay what they say: `(weight, tau * other + (1 - tau) * weight)` is an update.

In Keras 2 arithmetic on a weight gave a tensor, computed whenever it was asked for. On Keras 3 it gives the value of
the moment, so an update that is run after each step would go on setting the value of the first.

The weights of a model compute so with numbers and with each other, outside of graphs and tapes, for callers other than
Keras and TensorFlow. Whatever takes a tensor takes the result, with the value of that moment.
"""

import operator
import sys
from typing import Any, Callable, Iterable

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.eager import record

_OPERATIONS = ("add", "sub", "mul", "truediv")
_NOT_CALLERS = ("keras", "tensorflow", "compat")


class _Arithmetic:
    """Operators that keep what they are given."""


class WeightExpression(_Arithmetic):
    """What an operation of weights and numbers gives, computed when it is asked for."""

    __array_priority__ = 1000

    def __init__(self, operation: Callable[[Any, Any], Any], first: Any, second: Any) -> None:
        self._operation = operation
        self._parts = first, second

    def tensor(self) -> Any:
        """Return the value now."""
        first, second = (_value(each) for each in self._parts)
        return tf.convert_to_tensor(self._operation(first, second))

    @property
    def shape(self) -> Any:
        """The shape of the value."""
        return self.tensor().shape

    @property
    def dtype(self) -> Any:
        """The type of the value."""
        return self.tensor().dtype

    def numpy(self) -> Any:
        """Return the value now as an array."""
        return self.tensor().numpy()

    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
        return tf.convert_to_tensor(self.tensor(), dtype, name=name)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        del copy
        return np.asarray(self.numpy(), dtype)

    def __neg__(self) -> Any:
        return WeightExpression(operator.mul, -1.0, self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.tensor(), name)


def _of_the_tensor(name: str) -> Callable[..., Any]:
    def method(self: WeightExpression, *args: Any) -> Any:
        return getattr(self.tensor(), name)(*map(_value, args))

    return method


_OF_TENSORS = """
__abs__ __bool__ __float__ __floordiv__ __ge__ __getitem__ __gt__ __int__ __iter__ __le__ __len__ __lt__ __matmul__
__mod__ __pow__ __rfloordiv__ __rmatmul__ __rmod__ __rpow__
"""
for _name in _OF_TENSORS.split():
    setattr(WeightExpression, _name, _of_the_tensor(_name))


def _value(each: Any) -> Any:
    if isinstance(each, WeightExpression):
        return each.tensor()
    return tf.convert_to_tensor(each.value) if isinstance(each, keras.Variable) else each


class _Weight(_Arithmetic):
    """A mixin for variables of Keras 3."""

    def __neg__(self) -> Any:
        if _is_kept(self, 1.0):
            return WeightExpression(operator.mul, -1.0, self)
        return super().__neg__()  # type: ignore[misc]


def _is_kept(first: Any, second: Any) -> bool:
    if not all(isinstance(each, (int, float, np.number, _Arithmetic)) for each in (first, second)):
        return False
    caller = sys._getframe(2).f_globals.get("__name__", "")  # noqa: SLF001 - Keras itself computes with them, too
    is_outside = tf.executing_eagerly() and not record.could_possibly_record()
    return is_outside and caller.partition(".")[0] not in _NOT_CALLERS


def _operator(name: str, *, is_reflected: bool) -> Callable[[Any, Any], Any]:
    operation = getattr(operator, name)

    def computed(self: Any, other: Any) -> Any:
        pair = (other, self) if is_reflected else (self, other)
        if _is_kept(*pair):
            return WeightExpression(operation, *pair)
        if isinstance(self, WeightExpression):
            return operation(*map(_value, pair))
        native = getattr(super(_Arithmetic, self), f"__{'r' if is_reflected else ''}{name}__")
        return native(_value(other) if isinstance(other, WeightExpression) else other)

    return computed


for _name in _OPERATIONS:
    setattr(_Arithmetic, f"__{_name}__", _operator(_name, is_reflected=False))
    setattr(_Arithmetic, f"__r{_name}__", _operator(_name, is_reflected=True))


class LegacyWeight(_Weight, keras.Variable):  # type: ignore[misc]
    """A weight of a model that the shims made."""


def marked(weights: Iterable[Any]) -> Any:
    """Let these weights compute so, and return them."""
    for each in weights:
        if type(each) is keras.Variable:
            object.__setattr__(each, "__class__", LegacyWeight)
    return weights
