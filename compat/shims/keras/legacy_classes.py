"""Layers that Keras 3 lacks, or calls otherwise, and its operations, by the names that HDF5 files have for them."""

import inspect
from functools import lru_cache
from typing import Any, Dict, Optional

import keras
import tensorflow as tf

from compat.shims.keras import keras_1_layers, layers, locally_connected, wrappers
from compat.shims.keras.custom_objects import CustomObjectScope, custom_objects_around
from compat.shims.keras.layer_nodes import class_with_nodes

_RECURRENT = ("GRU", "LSTM", "SimpleRNN")


def known(custom_objects: Optional[Dict[str, Any]] = None) -> Any:
    """Return a scope in which models are read that contain them; objects of the caller stand in front of them."""
    classes = (
        keras_1_layers.Highway,
        keras_1_layers.MaxoutDense,
        locally_connected.LocallyConnected1D,
        locally_connected.LocallyConnected2D,
        tf.keras.layers.ThresholdedReLU,
        class_with_nodes(keras.layers.Lambda),
        wrappers.Bidirectional,
        *(getattr(layers, name) for name in _RECURRENT),
    )
    known = {**_operations(), **{cls.__name__: cls for cls in classes}}
    return CustomObjectScope(known, custom_objects_around(), custom_objects or {})


@lru_cache(maxsize=None)
def _operations() -> Dict[str, Any]:
    """The operations of Keras 3, which the masks of layers are made of; `Add` in a file is the layer of that name."""
    found = vars(keras.src.ops.numpy).items()
    operations = {name: each for name, each in found if inspect.isclass(each) and issubclass(each, keras.Operation)}
    return {name: each for name, each in operations.items() if not hasattr(keras.layers, name)}
