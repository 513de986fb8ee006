"""`tf.contrib.layers.l1_regularizer`, `l2_regularizer` and `l1_l2_regularizer`.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/layers/python/layers/regularizers.py

The penalty of `l2_regularizer` is half of that of `keras.regularizers.L2`.
"""

from numbers import Integral, Real
from typing import Any, Callable, Optional

import tensorflow as tf

Regularizer = Callable[[Any], Any]


def l1_regularizer(scale: Any, scope: Optional[str] = None) -> Regularizer:
    """Return a function that gives `scale` times the sum of the absolute weights; None for a scale of 0.

    Raises:
        ValueError: the scale is an integer, or less than 0.

    """
    return _scaled(scale, lambda weights: tf.reduce_sum(tf.abs(weights)), scope or "l1_regularizer")


def l2_regularizer(scale: Any, scope: Optional[str] = None) -> Regularizer:
    """Return a function that gives `scale` times half the sum of the squared weights; None for a scale of 0.

    Raises:
        ValueError: the scale is an integer, or less than 0.

    """
    return _scaled(scale, tf.nn.l2_loss, scope or "l2_regularizer")


def l1_l2_regularizer(scale_l1: Any = 1.0, scale_l2: Any = 1.0, scope: Optional[str] = None) -> Regularizer:
    """Return a function that gives the sum of both penalties.

    Raises:
        ValueError: a scale is an integer, or less than 0.

    """
    parts = (l1_regularizer(scale_l1), l2_regularizer(scale_l2))

    def penalty(weights: Any) -> Any:
        with tf.name_scope(scope or "l1_l2_regularizer"):
            given = [each for each in (part(weights) for part in parts) if each is not None]
            return tf.add_n(given) if given else None

    return penalty


def _scaled(scale: Any, norm: Regularizer, scope: str) -> Regularizer:
    if isinstance(scale, Integral):
        raise ValueError(f"scale cannot be an integer: {scale}")
    if isinstance(scale, Real) and scale < 0:
        raise ValueError(f"Setting a scale less than 0 on a regularizer: {scale}")
    is_off = isinstance(scale, Real) and scale == 0

    def penalty(weights: Any) -> Any:
        if is_off:
            return None
        with tf.name_scope(scope):
            return tf.cast(scale, weights.dtype) * norm(weights)

    return penalty
