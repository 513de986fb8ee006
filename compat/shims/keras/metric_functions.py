"""`cosine_proximity` as a metric of Keras 2.3: the cosine.

https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py
"""

from typing import Any

import keras


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """Return 1 for vectors of one direction."""
    return -keras.losses.cosine_similarity(y_true, y_pred, axis=axis)


cosine = cosine_similarity = cosine_proximity
