"""What the functions of `Lambda` layers read, in models that are made of a configuration.

Keras 2 ran such a function among the names of `keras/layers/core.py`, so that it found the backend as `K` and NumPy as
`np`; `tf.keras` also had the names of the module that the function was written in. Keras 3 has none of them.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/core.py
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/layers/core.py

Known deviation: in standalone Keras, too, a function finds the names of its module.
"""

import importlib
import sys
from types import FunctionType
from typing import Any, Dict

import keras
import numpy as np

from compat.shims.keras.custom_objects import custom_objects_around

_READ_BY_KERAS = vars(keras.src.utils.python_utils)
"""The names among which Keras 3 runs a function that it has read."""


def with_their_names(layer: Any) -> Any:
    """Let the functions of a `Lambda` that Keras 3 has read find the names that they were written with."""
    if isinstance(layer, keras.layers.Lambda):
        for attribute in ("function", "_output_shape", "mask"):
            function = getattr(layer, attribute, None)
            if isinstance(function, FunctionType) and function.__globals__ is _READ_BY_KERAS:
                setattr(layer, attribute, _among_their_names(function))
    return layer


def _among_their_names(function: Any) -> Any:
    code = function.__code__
    names = {
        "K": importlib.import_module("compat.keras.backend"),
        "np": np,
        **_names_of_file(code.co_filename),
        **custom_objects_around(),
    }
    return FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)


def _names_of_file(path: str) -> Dict[str, Any]:
    """The names of the module that was loaded from the file, if it is still there."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == path:
            return dict(vars(module))
    return {}
