"""Slots of an optimizer whose first step is one of the replicas of a strategy, in a `tf.function`.

Optimizers of Keras 2 made them there; those of Keras 3 can make them outside of the replicas only.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py
"""

from typing import Any, List

import tensorflow as tf


def build_once(optimizer: Any, variables: List[Any]) -> None:
    """Make the slots for all replicas together, if this is the first step and it runs on one of them."""
    replica = tf.distribute.get_replica_context()
    is_on_replicas = replica is not None and tf.distribute.has_strategy() and not tf.executing_eagerly()
    if optimizer.built or not is_on_replicas:
        return

    def build(strategy: Any) -> None:
        with tf.init_scope(), strategy.scope():
            optimizer.build(variables)

    replica.merge_call(build)
