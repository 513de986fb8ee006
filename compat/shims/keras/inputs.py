"""`Input`, whose tensor tells its shape as that of Keras 2 did.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/input_layer.py
"""

import functools
from typing import Any

import keras

from compat.shims.keras import tensor_notes


@functools.wraps(keras.Input)
def Input(*args: Any, **kwargs: Any) -> Any:  # noqa: N802 - the name of the function
    """Return the input of a model."""
    return tensor_notes.of_input(keras.Input(*args, **kwargs))
