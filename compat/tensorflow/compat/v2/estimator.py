"""`tf.compat.v2.estimator` is `compat.tensorflow.estimator.v2`."""

import sys

from compat.tensorflow.estimator import v2

sys.modules[__name__] = v2
