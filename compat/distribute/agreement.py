"""Workers that were given different models or different batches: named, where plain Keras computes on or hangs."""

import hashlib
from typing import Any, List

import tensorflow as tf

from compat.distribute.shares import is_tensor, row_count

_COLUMNS = 64
_DIFFERENT = (
    "The workers were given different batches. Every worker must read the same rows in the same order: give them the "
    "same files, shuffle with the same seed, and do not shard; or say `exact(model, same_batches=False)`. "
    "Rows and checksum of the batch of each replica: "
)


def digest(data: Any) -> Any:
    """Return two numbers, shape (2,), float64, that tell one batch from another: its rows, and a sum in their order."""
    total = tf.zeros((), tf.float64)
    for tensor in tf.nest.flatten(data):
        if is_tensor(tensor) and tf.is_tensor(tensor) and tensor.dtype != tf.string:
            values = tf.cast(tf.reshape(tensor, (tf.shape(tensor)[0], -1)), tf.float64)
            values = values[:, :: tf.maximum(tf.shape(values)[1] // _COLUMNS, 1)]
            order = tf.range(1, tf.shape(values)[0] + 1)
            total += tf.reduce_sum(tf.reduce_sum(values, axis=1) * tf.cast(order, tf.float64))
    return tf.stack([tf.cast(row_count(data), tf.float64), total])


def no_digest(data: Any) -> Any:
    """Return zeros: there is no other worker to compare with."""
    del data
    return tf.zeros((2,), tf.float64)


def check_batches(digests: Any) -> Any:
    """Return an operation that fails unless all rows of `digests`, shape (replicas, 2), are equal."""
    return tf.debugging.Assert(
        tf.reduce_all(tf.equal(digests, digests[:1])),
        [_DIFFERENT, digests],
        summarize=-1,
    )


def different_batches(error: Exception) -> Exception:
    """Return the error of `check_batches` without the names of its graph, and any other error as it is."""
    _, found, digests = str(error).replace("\\'", "'").partition(_DIFFERENT)
    return ValueError(found + digests[1:].split("\n", maxsplit=1)[0]) if found else error


def check_models(model: Any, strategy: Any) -> None:
    """Compare the variables of `model` on all workers.

    Raises:
        ValueError: some worker has other variables.

    """
    described = [(tuple(each.shape), str(each.dtype)) for each in [*model.variables, *_of_optimizer(model)]]
    number = int(hashlib.sha256(repr(described).encode()).hexdigest()[:12], 16)
    mine = tf.constant([[len(described), number]], tf.int64)
    each = strategy.experimental_distribute_values_from_function(lambda _: mine)
    every = strategy.gather(each, axis=0).numpy().tolist()
    others = [replica for replica, found in enumerate(every) if found != every[0]]
    if others:
        counts = ", ".join(f"{count} on replica {replica}" for replica, (count, _) in enumerate(every))
        raise ValueError(
            f"The workers have different models: replicas {_listed(others)} have other variables than replica 0 "
            f"(number of variables: {counts}). Build the same model with the same optimizer on every worker."
        )


def _of_optimizer(model: Any) -> List[Any]:
    return [] if model.optimizer is None else list(model.optimizer.variables)


def _listed(numbers: List[int]) -> str:
    return ", ".join(map(str, numbers))
