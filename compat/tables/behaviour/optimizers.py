"""The optimizers of standalone Keras 2.0-2.3: argument order and default learning rates.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py
"""

from typing import Dict, Tuple

LEGACY_PARAMETERS: Dict[str, Tuple[str, ...]] = {
    "keras.optimizers.SGD": ("lr", "momentum", "decay", "nesterov"),
    "keras.optimizers.RMSprop": ("lr", "rho", "epsilon", "decay"),
    "keras.optimizers.Adagrad": ("lr", "epsilon", "decay"),
    "keras.optimizers.Adadelta": ("lr", "rho", "epsilon", "decay"),
    "keras.optimizers.Adam": ("lr", "beta_1", "beta_2", "epsilon", "decay", "amsgrad"),
    "keras.optimizers.Adamax": ("lr", "beta_1", "beta_2", "epsilon", "decay"),
    "keras.optimizers.Nadam": ("lr", "beta_1", "beta_2", "epsilon", "schedule_decay"),
}

LEGACY_LEARNING_RATES: Dict[str, str] = {
    "keras.optimizers.SGD": "0.01",
    "keras.optimizers.RMSprop": "0.001",
    "keras.optimizers.Adagrad": "0.01",
    "keras.optimizers.Adadelta": "1.0",
    "keras.optimizers.Adam": "0.001",
    "keras.optimizers.Adamax": "0.002",
    "keras.optimizers.Nadam": "0.002",
}

SAME_POSITIONS: Dict[str, int] = {
    "keras.optimizers.SGD": 2,
    "keras.optimizers.RMSprop": 2,
    "keras.optimizers.Adagrad": 1,
    "keras.optimizers.Adadelta": 3,
    "keras.optimizers.Adam": 4,
    "keras.optimizers.Adamax": 4,
    "keras.optimizers.Nadam": 4,
}
"""How many positional arguments mean the same in Keras 2 and Keras 3."""
