"""The base class of layers on Keras 3: `add_weight` takes the name first, as it did.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* arguments of `add_weight` about devices, partitions and collections of variables are dropped
"""

import keras

from compat.shims.keras.layer_nodes import LayerNodes
from compat.shims.keras.legacy_calls import LegacyCalls
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.set_variables import SettableWeights
from compat.shims.keras.weights import LegacyWeights


class Layer(
    SettableWeights,
    LayerNodes,
    LegacyWeights,
    LegacyCalls,
    keras.layers.Layer,  # type: ignore[misc]
    metaclass=StandsForNative,
):
    """`keras.layers.Layer`, whose `add_weight` is `add_weight(name, shape, dtype, initializer, ...)`.

    It trains and saves each variable that is set on it.
    """

    _native = keras.layers.Layer


Layer.__module__ = "keras.layers"
