"""Gradients of one variable that several replicas computed."""

from typing import Any, Sequence

import tensorflow as tf


def total_gradient(parts: Sequence[Any]) -> Any:
    """Return the sum of one variable's gradients; those of an embedding stay sparse."""
    present = [part for part in parts if part is not None]
    if not present:
        return None
    if all(isinstance(part, tf.IndexedSlices) for part in present):
        values, indices = zip(*((part.values, part.indices) for part in present))
        return tf.IndexedSlices(tf.concat(values, 0), tf.concat(indices, 0), present[0].dense_shape)
    return tf.add_n([tf.convert_to_tensor(part) for part in present])
