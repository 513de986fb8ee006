"""`tf.compat`: what is mended of TensorFlow 1 and 2 under their own names is mended under these."""

from compat._lazy import install

install(__name__)
