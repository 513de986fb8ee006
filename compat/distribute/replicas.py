"""What replicas tell each other inside a step, apart from the gradients of dense variables.

In one process the devices copy to each other. Collective operations would number themselves across all strategies of a
process, and two strategies that use them in another order stop each other.
"""

from typing import Any, Callable, List

import tensorflow as tf


class Replicas:
    """The replicas of a strategy; its methods are called in replica context, by all replicas in the same order."""

    def __init__(self, strategy: Any) -> None:
        self.count = int(strategy.num_replicas_in_sync)
        self._local = len(strategy.extended.worker_devices)
        self.are_in_one_process = self._local == self.count

    def index(self) -> int:
        """Return the number of this replica among all."""
        return int(tf.get_static_value(tf.convert_to_tensor(_context().replica_id_in_sync_group)))

    def local_index(self) -> int:
        """Return the number of this replica among those of its process."""
        return self.index() % self._local

    def gather(self, tensors: List[Any]) -> List[Any]:
        """Concatenate the rows of each tensor over the replicas, in their order."""
        if self.are_in_one_process:
            return self._merge(lambda parts: tf.concat(parts, axis=0), tensors)
        numbers = [tf.cast(each, tf.int32) if each.dtype == tf.bool else each for each in tensors]
        gathered = [_context().all_gather(each, axis=0) for each in numbers]
        return [tf.cast(whole, each.dtype) for whole, each in zip(gathered, tensors)]

    def sum(self, tensors: List[Any]) -> List[Any]:
        """Add up each tensor over the replicas."""
        if self.are_in_one_process:
            return self._merge(tf.add_n, tensors)
        return list(_context().all_reduce(tf.distribute.ReduceOp.SUM, tensors))

    def _merge(self, combine: Callable[[Any], Any], tensors: List[Any]) -> List[Any]:
        if self.count == 1 or not tensors:
            return tensors

        def combined(strategy: Any, *values: Any) -> List[Any]:
            with tf.device(strategy.extended.worker_devices[0]):
                return [combine(strategy.experimental_local_results(value)) for value in values]

        return list(_context().merge_call(combined, args=tuple(tensors)))


def _context() -> Any:
    return tf.distribute.get_replica_context()
