"""`tf.keras.optimizers`: those of Keras 2.10, which run in graphs and which TensorFlow 2.15 calls `legacy`.

Estimator trains with no others. It converts an optimizer of Keras 3 (an `experimental.Optimizer`) into one of these, as
upstream does with those of Keras 2.11 and later.
"""

from typing import Any

from compat.shims.keras_2.optimizers import experimental, legacy
from compat.shims.keras_2.optimizers.conversion import convert_to_legacy_optimizer

__all__ = ["convert_to_legacy_optimizer", "experimental", "legacy"]


def __getattr__(name: str) -> Any:
    return getattr(legacy, name)
