"""The base class of layers on Keras 3: `add_weight` takes the name first, as it did.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* arguments of `add_weight` about devices, partitions and collections of variables are dropped
"""

from typing import Any

import keras

from compat.shims.keras.layer_nodes import LayerNodes
from compat.shims.keras.legacy_calls import LegacyCalls
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.set_variables import SettableWeights
from compat.shims.keras.weights import LegacyWeights

_PLACES = ("trainable", "name", "dtype")


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

    def __init__(self, *given: Any, **options: Any) -> None:
        """Take `trainable`, `name` and `dtype` by position too, as `tf.keras` did."""
        super().__init__(**dict(zip(_PLACES, given)), **options)

    @keras.src.utils.python_utils.default  # type: ignore[untyped-decorator]
    def compute_output_shape(self, input_shape: Any, *shapes: Any, **named: Any) -> Any:
        """Return the shape of the inputs to the method of a subclass that asks for it; else leave it to Keras 3."""
        if getattr(self.compute_output_shape, "_is_default", False):
            return super().compute_output_shape(input_shape, *shapes, **named)
        return input_shape


Layer.__module__ = "keras.layers"
