"""`tf.nn.rnn_cell`."""

import sys

from compat.shims.tensorflow import rnn_cell

sys.modules[__name__] = rnn_cell
