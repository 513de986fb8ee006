"""`tf.compat`: the shims of TensorFlow 1 and 2 under the names of `tf.compat.v1` and `v2`."""

from compat.namespace.lookup import install

install(__name__)
