"""`tf.contrib.saved_model`: a SavedModel of a model of `tf.keras`, and its model.

https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/contrib/saved_model/python/saved_model/keras_saved_model.py
"""

import os
import time
from typing import Any

from compat.shims.tensorflow import saved_models


def save_keras_model(
    model: Any,
    saved_model_path: Any,
    custom_objects: Any = None,
    as_text: Any = None,
    input_signature: Any = None,
    serving_only: bool = False,
) -> str:
    """Write the model to a new folder in `saved_model_path`, whose name is the time in seconds; return its path."""
    folder = _new_folder(os.fspath(saved_model_path))
    saved_models.export_saved_model(model, folder, custom_objects, bool(as_text), input_signature, serving_only)
    return folder


def load_keras_model(saved_model_path: Any, custom_objects: Any = None) -> Any:
    """Return the model of a folder that `save_keras_model` has made, or of the last one in the folder around them."""
    folder = os.fspath(saved_model_path)
    stamped = [each for each in os.listdir(folder) if each.isdigit()]
    if stamped and not os.path.exists(os.path.join(folder, "assets")):
        folder = os.path.join(folder, max(stamped, key=int))
    return saved_models.load_from_saved_model(folder, custom_objects)


def _new_folder(parent: str) -> str:
    stamp = int(time.time())
    while os.path.exists(os.path.join(parent, str(stamp))):
        stamp += 1
    return os.path.join(parent, str(stamp))
