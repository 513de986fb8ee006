"""Layers that Keras 3 lacks, by the names that files of Keras 2 have for them."""

from typing import Any

import tensorflow as tf

from compat.shims.keras import keras_1_layers, locally_connected
from compat.shims.keras.custom_objects import CustomObjectScope


def known() -> Any:
    """Return a scope in which models are read that contain them."""
    classes = (
        keras_1_layers.Highway,
        keras_1_layers.MaxoutDense,
        locally_connected.LocallyConnected1D,
        locally_connected.LocallyConnected2D,
        tf.keras.layers.ThresholdedReLU,
    )
    return CustomObjectScope({cls.__name__: cls for cls in classes})
