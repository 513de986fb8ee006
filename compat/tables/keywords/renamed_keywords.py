"""Keywords that carry the same value under another name."""

from typing import Tuple

from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.rows import RenamedKeywords

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"

RENAMED_KEYWORDS: Tuple[RenamedKeywords, ...] = (
    RenamedKeywords(OPTIMIZERS, {"lr": "learning_rate"}, "keras 3.0", _KERAS_3),
    RenamedKeywords(("keras.models.Model",), {"input": "inputs", "output": "outputs"}, "keras 2.4", _KERAS_2),
    RenamedKeywords(("keras.utils.to_categorical",), {"y": "x"}, "keras 3.0", _KERAS_3),
    RenamedKeywords(("keras.callbacks.ReduceLROnPlateau",), {"epsilon": "min_delta"}, "keras 3.0", _KERAS_3),
)
