"""`to_categorical` with the type of its result, `float32` by default.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/np_utils.py
"""

from typing import Any, Optional

import keras
import numpy as np


def to_categorical(y: Any = None, num_classes: Optional[int] = None, dtype: Any = "float32", **others: Any) -> Any:
    """Return an array with a 1 at the class of each label, one axis more than `y`.

    Keras 1 called the number of classes `nb_classes`, and Keras 3 calls the labels `x`.
    """
    labels, num_classes = others.pop("x", y), others.pop("nb_classes", num_classes)
    if others:
        raise TypeError(f"to_categorical() got an unexpected keyword argument {next(iter(others))!r}")
    if labels is None:
        raise TypeError("to_categorical() missing 1 required positional argument: 'y'")
    return keras.utils.to_categorical(np.asarray(labels), num_classes).astype(dtype)
