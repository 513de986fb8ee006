"""The `hard_sigmoid` of Keras 2: `0.2 * x + 0.5`, cut to 0 and 1; Keras 3 computes `x / 6 + 0.5`.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py
"""

import warnings
from typing import Any

import keras
from keras import ops

from compat.shims.keras.custom_objects import named

_ATTRIBUTES = ("activation", "recurrent_activation")


@keras.saving.register_keras_serializable(package="tf_forward")  # type: ignore[untyped-decorator]
def hard_sigmoid(x: Any) -> Any:
    """Return `0.2 * x + 0.5`, at least 0 and at most 1."""
    return ops.clip(0.2 * x + 0.5, 0.0, 1.0)


def get(identifier: Any) -> Any:
    """Return the function of a name or a configuration, as `keras.activations.get` does."""
    custom = named(identifier)
    if custom is not identifier:
        return custom
    if isinstance(identifier, keras.layers.Layer):
        message = f"Do not pass a layer instance (such as {type(identifier).__name__}) as the activation argument of"
        warnings.warn(f"{message} another layer: use it like any other layer of a model.", stacklevel=2)
    found = keras.activations.get(identifier)
    return hard_sigmoid if found is keras.activations.hard_sigmoid else found


def keep_hard_sigmoid(layer: Any) -> None:
    """Put the function of Keras 2 where a layer, or the cell of a recurrent layer, has that of Keras 3."""
    owner = getattr(layer, "cell", layer)
    for name in _ATTRIBUTES:
        if getattr(owner, name, None) is keras.activations.hard_sigmoid:
            setattr(owner, name, hard_sigmoid)
