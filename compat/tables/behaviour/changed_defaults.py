"""Defaults that changed with Keras 3 and with them the numbers; recorded from Keras 2.2.4, 2.3.1 and 3.15.1.

Where 2.2.4 and 2.3.1 differ the row has the value of 2.3.1.
"""

from typing import Any, NamedTuple, Tuple

_KERAS_231 = "https://github.com/keras-team/keras/tree/2.3.1/keras"


class ChangedDefault(NamedTuple):
    """`symbol` called without `keyword` meant `legacy`; Keras 3 takes `modern` (`REQUIRED`: it raises)."""

    symbol: str
    keyword: str
    legacy: Any
    modern: Any
    url: str


REQUIRED = "<required>"

_POOLING: Tuple[ChangedDefault, ...] = tuple(
    ChangedDefault("keras.layers." + stem + rank + "D", "pool_size", 2, REQUIRED, _KERAS_231 + "/layers/pooling.py")
    for stem in ("AveragePooling", "AvgPool", "MaxPooling", "MaxPool")
    for rank in "123"
)

CHANGED_DEFAULTS: Tuple[ChangedDefault, ...] = (
    *_POOLING,
    ChangedDefault("keras.optimizers.Adadelta", "learning_rate", 1.0, 0.001, _KERAS_231 + "/optimizers.py"),
    ChangedDefault("keras.optimizers.Adagrad", "learning_rate", 0.01, 0.001, _KERAS_231 + "/optimizers.py"),
    ChangedDefault("keras.optimizers.Adagrad", "initial_accumulator_value", 0.0, 0.1, _KERAS_231 + "/optimizers.py"),
    ChangedDefault("keras.optimizers.Adamax", "learning_rate", 0.002, 0.001, _KERAS_231 + "/optimizers.py"),
    ChangedDefault("keras.optimizers.Nadam", "learning_rate", 0.002, 0.001, _KERAS_231 + "/optimizers.py"),
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
