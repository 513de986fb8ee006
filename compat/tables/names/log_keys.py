"""Names of metrics, and keys of logs and history, that have a short form in legacy releases.

https://github.com/keras-team/keras/releases/tag/2.3.0
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/engine/training_utils.py
"""

from typing import Dict

SHORT_METRICS: Dict[str, str] = {"accuracy": "acc", "crossentropy": "ce"}
"""The names that TensorFlow 1.15 gives to metrics passed by name."""

LOG_KEYS: Dict[str, str] = {"accuracy": SHORT_METRICS["accuracy"], "learning_rate": "lr"}
"""Maps each key of Keras 2.3 and later to that of earlier releases."""
