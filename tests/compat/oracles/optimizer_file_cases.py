"""A model that is trained, saved with its optimizer, and trained on: the same source runs on Keras 2.3 and the shims."""

from typing import Any, Dict

import numpy as np

CASES: Dict[str, Any] = {
    "sgd": ("SGD", {"lr": 0.1}),
    "momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
    "rmsprop": ("RMSprop", {"lr": 0.05}),
    "adagrad": ("Adagrad", {"lr": 0.1}),
    "adadelta": ("Adadelta", {"lr": 1.0}),
    "adam": ("Adam", {"lr": 0.1}),
    "amsgrad": ("Adam", {"lr": 0.1, "amsgrad": True}),
    "adamax": ("Adamax", {"lr": 0.1}),
    "nadam": ("Nadam", {"lr": 0.1}),
}
X, Y = np.sin(np.arange(12.0)).reshape(4, 3), np.cos(np.arange(4.0)).reshape(4, 1)


def model(keras: Any, name: str) -> Any:
    """Two dense layers."""
    kind, arguments = CASES[name]
    made = keras.models.Sequential([keras.layers.Dense(2, input_shape=(3,)), keras.layers.Dense(1)])
    made.set_weights([np.linspace(-1, 1, 6).reshape(3, 2), np.zeros(2), np.array([[0.5], [-0.5]]), np.zeros(1)])
    made.compile(getattr(keras.optimizers, kind)(**arguments), "mse")
    return made
