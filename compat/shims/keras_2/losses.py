"""`tf.keras.losses`."""

from typing import Any

from tensorflow.python.keras import losses
from tensorflow.python.keras.utils.losses_utils import ReductionV2 as Reduction

__all__ = ["Reduction"]


def __getattr__(name: str) -> Any:
    return getattr(losses, name)
