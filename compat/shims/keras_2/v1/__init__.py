"""`tf.compat.v1.keras` of TensorFlow 2.15, as far as Estimator uses it."""

import sys
from typing import Any

from compat.shims.keras_2.v1 import initializers, layers

__all__ = ["initializers", "layers"]


def __getattr__(name: str) -> Any:
    return getattr(sys.modules["compat.shims.keras_2"], name)
