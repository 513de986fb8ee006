"""`tf.compat.v2`."""

from compat._lazy import install

install(__name__)
