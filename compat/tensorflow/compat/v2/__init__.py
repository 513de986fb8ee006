"""`tf.compat.v2`."""

from compat.namespace.lookup import install

install(__name__)
