"""`tf.compat`: what is mended of TensorFlow 1 and 2 under their own names is mended under these."""

from compat.namespace.lookup import install

install(__name__)
