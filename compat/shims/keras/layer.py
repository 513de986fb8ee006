"""The base class of layers on Keras 3: `add_weight` takes the name first, as it did.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* arguments of `add_weight` about devices, partitions and collections of variables are dropped
"""

from typing import Any

import keras

from compat.shims.keras.weights import LegacyWeights


class _EveryLayer(type(keras.layers.Layer)):  # type: ignore[misc]
    """Makes every layer of Keras an instance of `Layer`, also those of classes that do not derive from it."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, keras.layers.Layer) if _is_every(cls) else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, keras.layers.Layer) if _is_every(cls) else super().__subclasscheck__(subclass)


def _is_every(cls: Any) -> bool:
    return "is_every_layer" in vars(cls)


class Layer(LegacyWeights, keras.layers.Layer, metaclass=_EveryLayer):  # type: ignore[misc]
    """`keras.layers.Layer`, whose `add_weight` is `add_weight(name, shape, dtype, initializer, ...)`."""

    is_every_layer = True


Layer.__module__ = "keras.layers"
