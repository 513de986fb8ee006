"""`tf.compat.v1.nn`."""

from compat._lazy import install

install(__name__)
