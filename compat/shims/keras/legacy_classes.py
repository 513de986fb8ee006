"""Layers that Keras 3 lacks, or calls otherwise, and its operations, by the names that HDF5 files have for them."""

import inspect
from functools import lru_cache
from typing import Any, Dict

import keras
import tensorflow as tf

from compat.shims.keras import keras_1_layers, layers, locally_connected, wrappers

_RECURRENT = ("GRU", "LSTM", "SimpleRNN")


def known() -> Any:
    """Return a scope in which models are read that contain them."""
    classes = (
        keras_1_layers.Highway,
        keras_1_layers.MaxoutDense,
        locally_connected.LocallyConnected1D,
        locally_connected.LocallyConnected2D,
        tf.keras.layers.ThresholdedReLU,
        wrappers.Bidirectional,
        *(getattr(layers, name) for name in _RECURRENT),
    )
    return keras.utils.custom_object_scope({**_operations(), **{cls.__name__: cls for cls in classes}})


@lru_cache(maxsize=None)
def _operations() -> Dict[str, Any]:
    """The operations of Keras 3, which the masks of layers are made of."""
    found = vars(keras.src.ops.numpy).items()
    return {name: value for name, value in found if inspect.isclass(value) and issubclass(value, keras.Operation)}
