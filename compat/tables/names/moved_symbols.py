"""Single symbols that moved, where no release had both names for one object; see `moved_modules` for the others."""

from typing import Tuple

from compat.tables.rows import MovedSymbol

_TENSORBOARD = "https://github.com/keras-team/keras/releases/tag/2.3.0"

MOVED_SYMBOLS: Tuple[MovedSymbol, ...] = (
    MovedSymbol("keras.callbacks.tensorboard_v1.TensorBoard", "keras.callbacks.TensorBoard", "keras 2.4", _TENSORBOARD),
)
