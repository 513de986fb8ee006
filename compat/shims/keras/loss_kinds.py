"""Which loss an argument of `compile` means: Keras takes its name, its function, or an object of its class."""

from typing import Any

import keras


def is_binary_crossentropy(loss: Any) -> bool:
    """Tell whether a model is compiled with the binary crossentropy."""
    return _is(loss, "binary_crossentropy", keras.losses.BinaryCrossentropy)


def is_categorical_crossentropy(loss: Any) -> bool:
    """Tell whether a model is compiled with the crossentropy of targets with a column for each class."""
    return _is(loss, "categorical_crossentropy", keras.losses.CategoricalCrossentropy)


def _is(loss: Any, name: str, cls: Any) -> bool:
    if isinstance(loss, str):
        return loss == name
    return isinstance(loss, cls) or loss is getattr(keras.losses, name)
