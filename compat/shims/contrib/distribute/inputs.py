"""`PerReplicaDataset`, the class that `strategy.distribute_dataset` returned in TensorFlow 1.12 and 1.13."""

from itertools import cycle
from typing import Any, Callable, List

import tensorflow as tf


class PerReplicaDataset:
    """A dataset whose iterators give each replica one element per step, in the order of the replicas."""

    def __init__(self, strategy: Any, dataset_fn: Callable[[], Any]) -> None:
        self._strategy = strategy
        self._dataset_fn = dataset_fn

    def make_one_shot_iterator(self) -> Any:
        """Return an iterator that needs no initialisation."""
        if tf.executing_eagerly():
            return self.make_initializable_iterator()
        iterator = tf.compat.v1.data.make_one_shot_iterator(self._dataset_fn())
        following = _in_turn(iterator, self._strategy.num_replicas_in_sync)
        return self._strategy.make_input_fn_iterator(lambda _: following)

    def make_initializable_iterator(self) -> Any:
        """Return an iterator; in a graph, first run the operation that its `initialize()` returns."""
        return self._strategy.make_input_fn_iterator(lambda _: self._dataset_fn())


def _in_turn(iterator: Any, replicas: int) -> Callable[[], Any]:
    """Return a function that takes the next element; in a graph, the replicas take theirs in order."""
    turns = cycle(range(replicas))
    before: List[Any] = []

    def following() -> Any:
        if next(turns) == 0:
            before.clear()
        with tf.control_dependencies(before):
            element = iterator.get_next()
        before[:] = tf.nest.flatten(element, expand_composites=True)
        return element

    return following
