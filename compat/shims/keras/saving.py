"""`keras.engine.saving.preprocess_weights_for_loading`: weights of Keras 1 and of cuDNN in the layout of a layer.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

from typing import Any

import numpy as np
from tensorflow.python.keras.saving import hdf5_format


def preprocess_weights_for_loading(
    layer: Any, weights: Any, original_keras_version: Any = None, original_backend: Any = None, reshape: bool = False
) -> Any:
    """Return the weights as the layer takes them; with `reshape`, a kernel of another shape and the same size."""
    found = hdf5_format.preprocess_weights_for_loading(layer, weights, original_keras_version, original_backend)
    if reshape and found and layer.weights and np.size(found[0]) == np.prod(layer.weights[0].shape):
        found = [np.reshape(found[0], tuple(layer.weights[0].shape)), *found[1:]]
    return found
