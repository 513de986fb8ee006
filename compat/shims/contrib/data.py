"""Functions of `tf.contrib.data` for `Dataset.apply` that no later module took over.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/data/python/ops/batching.py
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/data/python/ops/interleave_ops.py
"""

from typing import Any, Callable

import tensorflow as tf


def batch_and_drop_remainder(batch_size: Any) -> Callable[[Any], Any]:
    """Return a function that batches a dataset and leaves a last batch of fewer than `batch_size` elements out."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(
    batch_size: Any, padded_shapes: Any, padding_values: Any = None
) -> Callable[[Any], Any]:
    """Return a function that pads and batches a dataset and leaves a last batch of fewer elements out."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def sloppy_interleave(map_func: Callable[..., Any], cycle_length: Any, block_length: int = 1) -> Callable[[Any], Any]:
    """Return a function that interleaves the datasets of `map_func` in any order."""
    apply: Callable[[Any], Any] = tf.data.experimental.parallel_interleave(
        map_func, cycle_length, block_length, sloppy=True
    )
    return apply
