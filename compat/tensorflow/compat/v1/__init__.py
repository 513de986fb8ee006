"""`tf.compat.v1`."""

from compat.namespace.lookup import install

install(__name__)
