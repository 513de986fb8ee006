"""Layers that Keras 3 lacks, or calls otherwise, and its operations, by the names that HDF5 files have for them."""

import inspect
from functools import lru_cache
from typing import Any, Dict, Optional

import keras
import tensorflow as tf

from compat.shims.keras import (
    bidirectional,
    custom_objects,
    keras_1_layers,
    lambda_layer,
    layers,
    locally_connected,
    merging,
    rnn,
)
from compat.shims.keras.custom_objects import CustomObjectScope, custom_objects_around

_RECURRENT = ("GRU", "LSTM", "SimpleRNN")


def known(custom_objects: Optional[Dict[str, Any]] = None) -> Any:
    """Return a scope in which models are read that contain them; objects of the caller stand in front of them."""
    known = {**_words(), **_operations(), **_layers()}
    return CustomObjectScope(known, custom_objects_around(), custom_objects or {})


def marked(config: Any) -> Any:
    """Return a configuration whose layers are looked up in such a scope."""
    return custom_objects.marked(config, [name for name in _layers() if hasattr(keras.layers, name)])


@lru_cache(maxsize=None)
def _layers() -> Dict[str, Any]:
    classes = (
        keras_1_layers.Highway,
        keras_1_layers.MaxoutDense,
        lambda_layer.Lambda,
        locally_connected.LocallyConnected1D,
        locally_connected.LocallyConnected2D,
        tf.keras.layers.ThresholdedReLU,
        layers.LeakyReLU,  # type: ignore[attr-defined]
        bidirectional.Bidirectional,
        rnn.RNN,
        *(getattr(layers, name) for name in _RECURRENT),
        *(getattr(merging, name) for name in merging.NAMES),
    )
    return {cls.__name__: cls for cls in classes}


@lru_cache(maxsize=None)
def _words() -> Dict[str, str]:
    """Names of functions of `keras.layers`, as words: Keras 3 puts the function `add` in place of `mode="add"`."""
    return {name: name for name, each in vars(keras.src.layers).items() if inspect.isfunction(each) and name.islower()}


@lru_cache(maxsize=None)
def _operations() -> Dict[str, Any]:
    """The operations of Keras 3, which the masks of layers are made of; `Add` in a file is the layer of that name."""
    found = vars(keras.src.ops.numpy).items()
    operations = {name: each for name, each in found if inspect.isclass(each) and issubclass(each, keras.Operation)}
    return {name: each for name, each in operations.items() if not hasattr(keras.layers, name)}
