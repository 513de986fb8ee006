"""Keras 3 under `tf.distribute`: the numbers of one device, whatever the batch and the number of replicas."""

from compat.distribute.exact import exact

__all__ = ["exact"]
