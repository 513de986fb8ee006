"""Defaults that changed with Keras 3, and so change the numbers; recorded from Keras 2.2.4, 2.3.1 and 3.15.1.

Where 2.2.4 and 2.3.1 differ, the row has the value of 2.3.1.
"""

from typing import Tuple

from compat.tables.behaviour.optimizers import LEGACY_OPTIMIZERS
from compat.tables.rows import REQUIRED, ChangedDefault

_KERAS_231 = "https://github.com/keras-team/keras/tree/2.3.1/keras"

_POOLING: Tuple[ChangedDefault, ...] = tuple(
    ChangedDefault("keras.layers." + stem + rank + "D", "pool_size", 2, REQUIRED, _KERAS_231 + "/layers/pooling.py")
    for stem in ("AveragePooling", "AvgPool")
    for rank in "123"
)

_RATES: Tuple[ChangedDefault, ...] = tuple(
    ChangedDefault(
        row.symbol, "learning_rate", row.learning_rate, row.modern_learning_rate, _KERAS_231 + "/optimizers.py"
    )
    for row in LEGACY_OPTIMIZERS
    if row.learning_rate != row.modern_learning_rate
)

CHANGED_DEFAULTS: Tuple[ChangedDefault, ...] = (
    *_POOLING,
    *_RATES,
    ChangedDefault("keras.optimizers.Adagrad", "initial_accumulator_value", 0.0, 0.1, _KERAS_231 + "/optimizers.py"),
    ChangedDefault("keras.layers.GRU", "reset_after", False, True, _KERAS_231 + "/layers/recurrent.py"),
    ChangedDefault("keras.layers.GRUCell", "reset_after", False, True, _KERAS_231 + "/layers/recurrent.py"),
    ChangedDefault(
        "keras.layers.ConvLSTM2D",
        "recurrent_activation",
        "hard_sigmoid",
        "sigmoid",
        _KERAS_231 + "/layers/convolutional_recurrent.py",
    ),
    ChangedDefault("keras.regularizers.l1_l2", "l1", 0.01, 0.0, _KERAS_231 + "/regularizers.py"),
    ChangedDefault("keras.regularizers.l1_l2", "l2", 0.01, 0.0, _KERAS_231 + "/regularizers.py"),
)

EARLIER_DEFAULTS: Tuple[ChangedDefault, ...] = tuple(
    ChangedDefault(
        "keras.layers." + name,
        "recurrent_activation",
        "hard_sigmoid",
        "sigmoid",
        "https://github.com/keras-team/keras/blob/2.2.4/keras/layers/recurrent.py",
    )
    for name in ("LSTM", "GRU", "LSTMCell", "GRUCell")
)
"""Defaults that standalone Keras changed with 2.3 and `tf.keras` with TensorFlow 2.0; the shims are those of 2.3."""

TENSORFLOW_2_DEFAULTS: Tuple[ChangedDefault, ...] = tuple(
    row for row in CHANGED_DEFAULTS if row in _RATES or row.keyword in ("initial_accumulator_value", "reset_after")
)
"""Defaults that `tf.keras` of TensorFlow 2 had in common with Keras 3; its shims have them."""
