"""What `call` of a recurrent layer is given: by Keras 2 in this order, by Keras 3 with these names.

Measured on Keras 2.2.4 and 2.3.1, TensorFlow 1.15.5, 2.3.4 and 2.15.1, and Keras 3.15.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/rnn.py
"""

from typing import Dict, FrozenSet, Tuple

SEQUENCES, STATES = "sequences", "initial_state"
"""Keras 3 builds the layer by the shapes of these, and so wants them in the signature of every `call`."""

CONSTANTS = "constants"
"""Keras 2 alone takes them."""

_ORDER = ("inputs", "mask", "training", "initial_state", "constants")

LEGACY_ORDER: Dict[str, Tuple[str, ...]] = {
    f"keras.layers.{name}": _ORDER for name in ("ConvLSTM2D", "GRU", "LSTM", "RNN", "SimpleRNN")
}

RECURRENT: FrozenSet[str] = frozenset({*LEGACY_ORDER, "keras.layers.Bidirectional"})
"""Keras and `tf.keras` had another order for `Bidirectional`."""

CELLS_OF_ONE_STATE: FrozenSet[str] = frozenset({"keras.layers.GRUCell", "keras.layers.SimpleRNNCell"})
"""Their `get_initial_state` returned a tensor up to TensorFlow 2.15, and returns a list of one in Keras 3."""

CELLS: FrozenSet[str] = CELLS_OF_ONE_STATE | {"keras.layers.LSTMCell"}
"""Cells whose `get_initial_state` took `inputs`, `batch_size` and `dtype`, and takes `batch_size` in Keras 3."""

CELL_STATES = "get_initial_state"
GONE_OF_STATES: FrozenSet[str] = frozenset({"inputs", "dtype"})
