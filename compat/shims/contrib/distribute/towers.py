"""The tower context of TensorFlow 1.12: `get_tower_context`, `get_cross_tower_context`, `require_tower_context`.

https://github.com/tensorflow/tensorflow/blob/v1.12.3/tensorflow/python/training/distribution_strategy_context.py
"""

from typing import Any, Callable, Optional

import tensorflow as tf
from tensorflow.python.distribute import device_util

from compat.shims.contrib.distribute.kept import get_cross_replica_context, require_replica_context


class TowerContext:
    """The `tf.distribute.ReplicaContext` of one replica under the names of 1.12."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def merge_call(self, merge_fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call `merge_fn(strategy, *args, **kwargs)` once, with the values of all replicas, and return the result."""
        return self._context.merge_call(merge_fn, args, kwargs)

    @property
    def distribution_strategy(self) -> Any:
        """The strategy that made the replica."""
        return self._context.strategy

    @property
    def num_towers(self) -> int:
        """The number of replicas."""
        return int(self._context.num_replicas_in_sync)

    @property
    def is_single_tower(self) -> bool:
        """True if there is only one replica."""
        return self.num_towers == 1

    @property
    def tower_id(self) -> int:
        """The number of the replica, counted from 0."""
        number = self._context.replica_id_in_sync_group
        return number if isinstance(number, int) else int(tf.get_static_value(number))

    @property
    def device(self) -> str:
        """The device of the replica."""
        return str(device_util.current())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


def get_tower_context() -> Optional[TowerContext]:
    """Return the context of the replica that is being built, or None outside a replica."""
    context = tf.distribute.get_replica_context()
    return None if context is None else TowerContext(context)


def get_cross_tower_context() -> Any:
    """Return the strategy outside its replicas, or None inside one."""
    return get_cross_replica_context()


def require_tower_context(tower_ctx: TowerContext) -> None:
    """Check that `tower_ctx` is the context of the replica that is being built.

    Raises:
        RuntimeError: it is not.

    """
    require_replica_context(tower_ctx._context)
