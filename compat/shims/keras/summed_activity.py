"""Activity regularizers of standalone Keras 2: the sum over the batch, which Keras 3 divides by the batch's rows.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

from functools import lru_cache
from typing import Any, Dict

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="tf_forward")
class SummedActivity(keras.regularizers.Regularizer):  # type: ignore[misc]
    """Multiplies what another regularizer says about a layer's outputs by their number of rows."""

    def __init__(self, regularizer: Any) -> None:
        self.regularizer = keras.regularizers.get(regularizer)

    def __call__(self, x: Any) -> Any:
        """Return the penalty of outputs `x` of shape `(rows, ...)`."""
        penalty = self.regularizer(x)
        return penalty * ops.cast(ops.shape(x)[0], penalty.dtype)

    def get_config(self) -> Dict[str, Any]:
        """Return the regularizer's own settings."""
        return {"regularizer": keras.regularizers.serialize(self.regularizer)}


def sum_activity(layer: Any) -> None:
    """Let the layer add its activity regularizer as Keras 2 did, if this Keras divides it."""
    found = getattr(layer, "activity_regularizer", None)
    if found is not None and not isinstance(found, SummedActivity) and _is_divided():
        layer.activity_regularizer = SummedActivity(found)


def penalty(regularizer: Any, x: Any) -> Any:
    """Return what a layer adds to the loss for its outputs `x`."""
    if isinstance(regularizer, SummedActivity):
        return regularizer.regularizer(x)
    found = regularizer(x)
    return found / ops.cast(ops.shape(x)[0], found.dtype) if _is_divided() else found


@lru_cache(maxsize=None)
def _is_divided() -> bool:
    """Whether two rows of ones cost as much as one; Keras 3.3 did not divide."""
    layer = keras.layers.ActivityRegularization(l1=1.0)
    layer(ops.ones((2, 1)))
    return float(layer.losses[0]) < 1.5  # noqa: PLR2004
