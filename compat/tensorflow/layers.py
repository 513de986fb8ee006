"""`tf.layers`."""

import sys

from compat.shims.tensorflow import tf_layers

sys.modules[__name__] = tf_layers
