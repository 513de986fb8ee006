"""`batch_dot` as Keras had it up to 2.2, and `tf.keras` up to TensorFlow 1.15.

It multiplies matrices along all axes before the last two, where Keras 2.3 and later go along the first axis only.
https://github.com/keras-team/keras/blob/2.2.4/keras/backend/tensorflow_backend.py
"""

from typing import Any, Optional, Sequence, Union

import tensorflow as tf

__all__ = ["batch_dot"]

_MATRIX = 2
"""The rank of a matrix."""


def batch_dot(x: Any, y: Any, axes: Optional[Union[int, Sequence[int]]] = None) -> Any:
    """Return the products of the matrices in `x` and `y`, of shapes `(batch, ...)` and two or more axes each.

    `axes` are the summed axes of `x` and of `y`, by default the last one of `x` and the last but one of `y`. A tensor
    with fewer axes than the other one gets axes of size 1 behind its own, which the result loses again. A result of
    shape `(batch,)` becomes `(batch, 1)`.

    Raises:
        tf.errors.InvalidArgumentError, ValueError: if the sizes do not fit, as `tf.matmul` does.
    """
    x, y = tf.convert_to_tensor(x), tf.convert_to_tensor(y)
    of_x, of_y = len(x.shape), len(y.shape)
    if axes is None:
        axes = (of_x - 1, of_y - 2)
    summed_x, summed_y = (axes, axes) if isinstance(axes, int) else axes
    rank = max(of_x, of_y)
    x, y = _with_axes(x, rank - of_x), _with_axes(y, rank - of_y)
    if rank == _MATRIX:
        product = tf.reduce_sum((x if summed_x == summed_y else tf.transpose(x)) * y, summed_y)
    else:
        product = tf.matmul(x, y, transpose_a=summed_x != rank - 1, transpose_b=summed_y == rank - 1)
    if of_x != of_y:
        first = of_x + of_y - 3 if of_x > of_y else of_x - 1
        product = tf.squeeze(product, list(range(first, first + abs(of_x - of_y))))
    return tf.expand_dims(product, 1) if len(product.shape) == 1 else product


def _with_axes(tensor: Any, count: int) -> Any:
    """A tensor with axes of size 1 behind its own."""
    return tf.reshape(tensor, tf.concat([tf.shape(tensor), [1] * count], 0)) if count else tensor
