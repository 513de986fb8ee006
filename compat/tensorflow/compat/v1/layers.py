"""`tf.compat.v1.layers` is `compat.tensorflow.layers`."""

import sys

from compat.tensorflow import layers

sys.modules[__name__] = layers
