"""`cosine_proximity` as a loss, the cosine with the other sign, `LossFunctionWrapper`, and the names of reductions.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

from typing import Any, Dict

import keras

from compat.shims.keras import serialization


def serialize(loss: Any) -> Any:
    """Return the name or the settings of a loss, as Keras 2 did; raises ValueError for anything else."""
    return serialization.serialize(loss)


def cosine_proximity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """Return -1 for vectors of one direction."""
    return keras.losses.cosine_similarity(y_true, y_pred, axis=axis)


cosine = cosine_proximity


class LossFunctionWrapper(keras.losses.Loss):  # type: ignore[misc]
    """The loss of a function `fn(y_true, y_pred, **kwargs)`."""

    def __init__(self, fn: Any, reduction: str = "sum_over_batch_size", name: Any = None, **kwargs: Any) -> None:
        super().__init__(name=name, reduction=reduction)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each row."""
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> Dict[str, Any]:
        """Return the settings, without the function."""
        return {"reduction": self.reduction, "name": self.name, **self._fn_kwargs}


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
