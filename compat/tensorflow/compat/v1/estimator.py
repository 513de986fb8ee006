"""`tf.compat.v1.estimator` is `compat.tensorflow.estimator`."""

import sys

from compat.tensorflow import estimator

sys.modules[__name__] = estimator
