"""Names of metrics, and keys of logs and history, that have another form in legacy releases.

https://github.com/keras-team/keras/releases/tag/2.3.0
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/engine/training_utils.py
"""

from typing import Dict

SHORT_METRICS: Dict[str, str] = {"accuracy": "acc", "crossentropy": "ce"}
"""The names that TensorFlow 1.15 gives to metrics passed by name."""

LOG_KEYS: Dict[str, str] = {"accuracy": SHORT_METRICS["accuracy"], "learning_rate": "lr"}
"""Maps each key of Keras 2.3 and later to that of earlier releases."""

_SPELLED_OUT = {
    "mse": "mean_squared_error",
    "mae": "mean_absolute_error",
    "mape": "mean_absolute_percentage_error",
    "msle": "mean_squared_logarithmic_error",
}

METRIC_KEYS: Dict[str, str] = {
    "accuracy": LOG_KEYS["accuracy"],
    **_SPELLED_OUT,
    **{name.upper(): key for name, key in _SPELLED_OUT.items()},
}
"""Maps a metric that `metrics=` names to its key in Keras 2.2 and TensorFlow 1; today the key is what `metrics=` says.

Measured on Keras 2.2.4, and on tf.keras 1.13.2 and 1.15.5.
"""

MODERN_KEYS: Dict[str, str] = {legacy: modern for modern, legacy in METRIC_KEYS.items() if modern.islower()}
"""Maps such a key of Keras 2.2 to the one of today, for the short spelling of the metric."""
