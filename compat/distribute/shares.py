"""Which rows of a global batch each replica computes: as even a split as there is, in the order of the rows.

tf.distribute cuts pieces of one fixed size, so that a last batch that is half full leaves half of the replicas with no
row at all, and layers such as BatchNormalization turn no rows into NaN.
"""

import functools
from typing import Any, Callable, NamedTuple, Sequence

import tensorflow as tf


class Share(NamedTuple):
    """The part of a global batch that one replica computes.

    `data` has the rows `start` to `start + rows` of `total`. If `rows` is 0, it has one row of another replica instead,
    whose results do not count. `digest` is that of the whole batch where there are other workers, else zeros.
    """

    data: Any
    start: Any
    rows: Any
    total: Any
    digest: Any


def share(data: Any, index: int, count: int, digest: Any) -> Share:
    """Return the share of replica `index` of `count` in the global batch `data`, a structure of tensors (rows, ...)."""
    total = row_count(data)
    start = index * total // count
    rows = (index + 1) * total // count - start
    stop = start + (max(rows, 1) if isinstance(rows, int) else tf.maximum(rows, 1))
    part = tf.nest.map_structure(lambda tensor: _rows_of(tensor, start, stop), data)
    first, own, every = (tf.convert_to_tensor(each, tf.int32) for each in (start, rows, total))
    return Share(part, first, own, every, digest)


def shares(dataset: Any, indices: Sequence[int], count: int, digest: Callable[[Any], Any]) -> Any:
    """Turn a dataset of global batches into one of shares: those of the replicas `indices` for each batch."""

    def split(*batch: Any) -> Any:
        data = batch if isinstance(dataset.element_spec, tuple) else batch[0]
        of_batch = digest(data)
        parts = [tf.data.Dataset.from_tensors(share(data, index, count, of_batch)) for index in indices]
        return functools.reduce(lambda one, other: one.concatenate(other), parts)

    return dataset.flat_map(split)


def row_count(data: Any) -> Any:
    """Return the number of rows in a structure of tensors: an int where the shape says it."""
    first = next(each for each in tf.nest.flatten(data) if is_tensor(each))
    return first.shape[0] if first.shape[0] is not None else tf.cast(_dynamic_rows(first), tf.int32)


def is_tensor(value: Any) -> bool:
    """Whether `value` has rows: it is no None and no missing optional."""
    return getattr(value, "shape", None) is not None and value.shape.rank != 0


def _dynamic_rows(tensor: Any) -> Any:
    if isinstance(tensor, tf.SparseTensor):
        return tensor.dense_shape[0]
    return tensor.nrows() if isinstance(tensor, tf.RaggedTensor) else tf.shape(tensor)[0]


def _rows_of(tensor: Any, start: Any, stop: Any) -> Any:
    if not is_tensor(tensor):
        return tensor
    if not isinstance(tensor, tf.SparseTensor):
        return tensor[start:stop]
    rest = tensor.dense_shape[1:]
    begin = tf.concat([tf.cast([start], tf.int64), tf.zeros_like(rest)], 0)
    return tf.sparse.slice(tensor, begin, tf.concat([tf.cast([stop - start], tf.int64), rest], 0))
