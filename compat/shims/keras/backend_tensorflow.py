"""`keras.backend.tf`: the TensorFlow that the backend had imported for itself, here that of the shims.

https://github.com/keras-team/keras/blob/2.2.4/keras/backend/tensorflow_backend.py
"""

import importlib
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    if name == "tf":
        return importlib.import_module("compat.tensorflow")
    raise AttributeError(name)
