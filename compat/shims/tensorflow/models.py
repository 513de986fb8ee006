"""`tf.keras.models`: as in standalone Keras, but for the optimizers that `compile` makes of names.

https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/engine/training.py
"""

from typing import Any, Dict

import keras

from compat.shims.keras import models
from compat.shims.keras.training import LegacyTraining
from compat.shims.tensorflow import optimizers


class Training(LegacyTraining):
    """The methods of the models of `tf.keras`."""

    def _optimizer(self, identifier: Any) -> Any:
        return optimizers.get(identifier)

    def _accuracy(self, metrics: Any, loss: Any) -> Any:
        del loss  # since TensorFlow 2.2 the shapes alone decide
        return metrics

    def _for_steps(self, given: Dict[str, Any]) -> Dict[str, Any]:
        return given


Model = models.ModelClass(keras.Model, "keras.models.Model", Training)
Sequential = models.ModelClass(keras.Sequential, "keras.models.Sequential", Training)

model_from_json = models.returning_legacy_model(keras.models.model_from_json, Training)
clone_model = models.returning_legacy_model(keras.models.clone_model, Training)


def load_model(filepath: Any, custom_objects: Any = None, compile: bool = True, **kwargs: Any) -> Any:  # noqa: A002
    """Load a model saved by Keras 2 or 3, whatever the suffix of its file."""
    return models.loaded(Training, filepath, custom_objects, compile=compile, **kwargs)
