"""Convolutions of `keras.backend` that the legacy backend of Keras 3 has left out.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py
"""

import functools
from typing import Any, Optional, Sequence

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras.backend_functions import taking_keras_objects
from compat.shims.keras.channels_first import turning


@functools.partial(taking_keras_objects, "keras.backend.separable_conv1d")
@turning
def separable_conv1d(
    x: Any,
    depthwise_kernel: Any,
    pointwise_kernel: Any,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Optional[str] = None,
    dilation_rate: Any = 1,
) -> Any:
    """Convolve each channel for itself, and then all channels at each place."""
    data_format = data_format or keras.config.image_data_format()
    return ops.separable_conv(
        x, depthwise_kernel, pointwise_kernel, strides, padding, data_format=data_format, dilation_rate=dilation_rate
    )


@functools.partial(taking_keras_objects, "keras.backend.conv3d_transpose")
@turning
def conv3d_transpose(
    x: Any,
    kernel: Any,
    output_shape: Sequence[Any],
    strides: Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: Optional[str] = None,
) -> Any:
    """Convolve backwards, to an output of this shape; None for the rows of `x`."""
    is_first = (data_format or keras.config.image_data_format()) == "channels_first"
    shape = [tf.shape(x)[0] if output_shape[0] is None else output_shape[0], *output_shape[1:]]
    places = (1, 1, *strides) if is_first else (1, *strides, 1)
    return tf.nn.conv3d_transpose(
        x, kernel, tf.stack(shape), places, padding.upper(), data_format="NCDHW" if is_first else "NDHWC"
    )
