"""Random initializers of `tf.keras`: without a seed, each call draws other values.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/ops/init_ops.py
"""

from compat.shims.keras.initializers import DrawsAnew, legacy_initializer
from compat.tables.names.shims import RANDOM_INITIALIZERS


class _DrawsAnew(DrawsAnew):
    counts_up = False


globals().update({name: legacy_initializer(name, _DrawsAnew) for name in RANDOM_INITIALIZERS.split()})
