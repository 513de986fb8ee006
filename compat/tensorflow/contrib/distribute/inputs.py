"""`PerReplicaDataset`: what `strategy.distribute_dataset` returned in TensorFlow 1.12 and 1.13."""

from typing import Any, Callable

import tensorflow as tf


class PerReplicaDataset:
    """A dataset whose iterators give one element to each replica a step, in their order."""

    def __init__(self, strategy: Any, dataset_fn: Callable[[], Any]) -> None:
        self._strategy = strategy
        self._dataset_fn = dataset_fn

    def make_one_shot_iterator(self) -> Any:
        """Return an iterator that needs no initialisation."""
        if tf.executing_eagerly():
            return self.make_initializable_iterator()
        elements = tf.compat.v1.data.make_one_shot_iterator(self._dataset_fn())
        return self._strategy.make_input_fn_iterator(lambda _: elements.get_next)

    def make_initializable_iterator(self) -> Any:
        """Return an iterator; in a graph, run what its `initialize()` returns first."""
        return self._strategy.make_input_fn_iterator(lambda _: self._dataset_fn())
