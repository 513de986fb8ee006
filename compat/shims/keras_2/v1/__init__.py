"""The parts of TensorFlow 2.15's `tf.compat.v1.keras` that Estimator uses."""

import sys
from typing import Any

from compat.shims.keras_2.v1 import initializers, layers

__all__ = ["initializers", "layers"]


def __getattr__(name: str) -> Any:
    return getattr(sys.modules["compat.shims.keras_2"], name)
