"""`tf.compat.v1.nn.rnn_cell` is `compat.tensorflow.nn.rnn_cell`."""

import sys

from compat.tensorflow.nn import rnn_cell

sys.modules[__name__] = rnn_cell
