"""`tf.nn`."""

from compat._lazy import install

install(__name__)
