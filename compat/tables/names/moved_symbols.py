"""Single symbols that moved, where no release had both names for one object; see `moved_modules` for the others."""

from typing import Tuple

from compat.tables.names.mixed_precision import MODERN_POLICY, POLICY
from compat.tables.rows import MovedSymbol

_MIXED_PRECISION = "https://www.tensorflow.org/guide/mixed_precision"
_TENSORBOARD = "https://github.com/keras-team/keras/releases/tag/2.3.0"

MOVED_SYMBOLS: Tuple[MovedSymbol, ...] = (
    MovedSymbol("keras.callbacks.tensorboard_v1.TensorBoard", "keras.callbacks.TensorBoard", "keras 2.4", _TENSORBOARD),
    MovedSymbol(
        "keras.mixed_precision.experimental.set_policy",
        "keras.mixed_precision.set_global_policy",
        "tensorflow 2.9",
        _MIXED_PRECISION,
    ),
    MovedSymbol(POLICY, MODERN_POLICY, "tensorflow 2.9", _MIXED_PRECISION),
)
