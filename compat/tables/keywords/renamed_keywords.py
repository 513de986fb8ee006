"""Keywords that carry the same value under another name."""

from typing import Tuple

from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.rows import RenamedKeywords

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_PREPROCESSING = "https://github.com/tensorflow/tensorflow/releases/tag/v2.6.0"

RENAMED_KEYWORDS: Tuple[RenamedKeywords, ...] = (
    RenamedKeywords(OPTIMIZERS, {"lr": "learning_rate"}, "keras 3.0", _KERAS_3),
    RenamedKeywords(("keras.models.Model",), {"input": "inputs", "output": "outputs"}, "keras 2.4", _KERAS_2),
    RenamedKeywords(("keras.utils.to_categorical",), {"y": "x"}, "keras 3.0", _KERAS_3),
    RenamedKeywords(("keras.layers.CategoryEncoding",), {"max_tokens": "num_tokens"}, "keras 3.0", _PREPROCESSING),
    RenamedKeywords(("keras.layers.Discretization",), {"bins": "bin_boundaries"}, "keras 3.0", _PREPROCESSING),
    RenamedKeywords(
        ("keras.layers.IntegerLookup",),
        {"mask_value": "mask_token", "oov_value": "oov_token"},
        "keras 3.0",
        _PREPROCESSING,
    ),
    RenamedKeywords(("keras.activations.relu",), {"alpha": "negative_slope"}, "keras 3.0", _KERAS_3),
    RenamedKeywords(("keras.callbacks.ReduceLROnPlateau",), {"epsilon": "min_delta"}, "keras 3.0", _KERAS_3),
)
