"""`cosine_proximity` as a loss: the cosine with the other sign.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

from typing import Any

import keras


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """Return -1 for vectors of one direction."""
    return keras.losses.cosine_similarity(y_true, y_pred, axis=axis)


cosine = cosine_proximity
