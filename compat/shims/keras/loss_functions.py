"""`cosine_proximity` as a loss, the cosine with the other sign, and the names of reductions.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

from typing import Any

import keras


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """Return -1 for vectors of one direction."""
    return keras.losses.cosine_similarity(y_true, y_pred, axis=axis)


cosine = cosine_proximity


class Reduction:
    """How the values of a loss become one."""

    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> Any:
        """Return all of them."""
        return cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE

    @classmethod
    def validate(cls, key: str) -> None:
        """Refuse what is none of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")
