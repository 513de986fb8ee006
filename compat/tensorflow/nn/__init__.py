"""`tf.nn`."""

from compat.namespace.lookup import install

install(__name__)
