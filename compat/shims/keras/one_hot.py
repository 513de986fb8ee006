"""`to_categorical` with the type of its result, `float32` by default.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/np_utils.py
"""

from typing import Any, Optional

import keras
import numpy as np


def to_categorical(y: Any, num_classes: Optional[int] = None, dtype: Any = "float32", **keras_1: Any) -> Any:
    """Return an array with a 1 at the class of each label, one axis more than `y`; Keras 1 called it `nb_classes`."""
    num_classes = keras_1.pop("nb_classes", num_classes)
    if keras_1:
        raise TypeError(f"to_categorical() got an unexpected keyword argument {next(iter(keras_1))!r}")
    return keras.utils.to_categorical(np.asarray(y), num_classes).astype(dtype)
