"""Functions of `keras.metrics` as in Keras 2.3: they take variables, and `binary_accuracy` is one number for each row.

`cosine_proximity` is the cosine.
https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py
"""

import functools
from typing import Any, Callable

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras import serialization

_HALF = 0.5


def serialize(metric: Any) -> Any:
    """Return the name or the settings of a metric, as Keras 2 did; raises ValueError for anything else."""
    return serialization.serialize(metric)


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """Return 1 for vectors of one direction."""
    return -keras.losses.cosine_similarity(y_true, y_pred, axis=axis)


cosine = cosine_similarity = cosine_proximity


def _taking_variables(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which also takes variables of TensorFlow."""

    @functools.wraps(function)
    def called(y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
        return function(_value(y_true), _value(y_pred), *args, **kwargs)

    return called


def _value(each: Any) -> Any:
    return tf.convert_to_tensor(each) if isinstance(each, tf.Variable) else each


@_taking_variables
def binary_accuracy(y_true: Any, y_pred: Any, threshold: float = _HALF) -> Any:
    """Return for each row how many of its columns are on the side of the threshold that the target says."""
    return ops.mean(keras.metrics.binary_accuracy(y_true, y_pred, threshold), axis=-1)


categorical_accuracy = _taking_variables(keras.metrics.categorical_accuracy)


@_taking_variables
def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Any:
    """Return 1 where the target is the class with the greatest number; of a column of classes, for each row."""
    y_true, y_pred = ops.convert_to_tensor(y_true), ops.convert_to_tensor(y_pred)
    if len(y_true.shape) == len(y_pred.shape):
        y_true = ops.squeeze(y_true, -1)
    floatx = keras.config.floatx()
    return ops.cast(ops.equal(ops.cast(y_true, floatx), ops.cast(ops.argmax(y_pred, axis=-1), floatx)), floatx)


top_k_categorical_accuracy = _taking_variables(keras.metrics.top_k_categorical_accuracy)
sparse_top_k_categorical_accuracy = _taking_variables(keras.metrics.sparse_top_k_categorical_accuracy)
