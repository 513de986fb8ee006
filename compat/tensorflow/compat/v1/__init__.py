"""`tf.compat.v1`."""

from compat._lazy import install

install(__name__)
