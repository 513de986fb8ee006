"""`tf.compat.v1.nn`."""

from compat.namespace.lookup import install

install(__name__)
