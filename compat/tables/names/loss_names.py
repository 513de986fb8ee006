"""Names of losses that Keras 2 took as texts and Keras 3 does not.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

from typing import Mapping

LOSS_NAMES: Mapping[str, str] = {
    "huber_loss": "huber",
    "kullback_leibler_divergence": "kl_divergence",
    "logcosh": "log_cosh",
}
"""Each with its name of today."""

SHORT_LOSS_NAMES: Mapping[str, str] = {
    "mse": "mean_squared_error",
    "mae": "mean_absolute_error",
    "mape": "mean_absolute_percentage_error",
    "msle": "mean_squared_logarithmic_error",
    "bce": "binary_crossentropy",
    "kld": "kl_divergence",
    **{name: LOSS_NAMES[name] for name in ("kullback_leibler_divergence", "logcosh")},
}
"""Names, also in capitals, that Keras 3 saves in HDF5 files and does not load from there, and those that it loads."""

COSINES: Mapping[str, str] = {"cosine": "cosine_similarity", "cosine_proximity": "cosine_similarity"}
"""The negative cosine of standalone Keras; `tf.keras` of TensorFlow 1.14 and 1.15 minimized the positive one."""
