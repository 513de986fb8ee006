"""The base class of layers on Keras 3: `add_weight` takes the name first, as it did.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* arguments of `add_weight` about devices, partitions and collections of variables are dropped
"""

from typing import Any

import keras

_DROPPED = ("caching_device", "collections", "getter", "layout", "partitioner", "synchronization", "use_resource")


class _EveryLayer(type(keras.layers.Layer)):  # type: ignore[misc]
    """Makes every layer of Keras an instance of `Layer`, also those of classes that do not derive from it."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, keras.layers.Layer) if cls is Layer else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, keras.layers.Layer) if cls is Layer else super().__subclasscheck__(subclass)


class Layer(keras.layers.Layer, metaclass=_EveryLayer):  # type: ignore[misc]
    """`keras.layers.Layer`, whose `add_weight` is `add_weight(name, shape, dtype, initializer, ...)`."""

    def add_weight(self, *args: Any, **kwargs: Any) -> Any:
        """Add a weight; a shape in the first place means that the arguments are in the order of Keras 3."""
        of_keras_3 = bool(args) and args[0] is not None and not isinstance(args[0], str)
        names = _KERAS_3 if of_keras_3 else _KERAS_2
        if len(args) > len(names):
            raise TypeError(f"add_weight() takes at most {len(names)} positional arguments, got {len(args)}")
        given = {**dict(zip(names, args)), **kwargs}
        if "experimental_autocast" in given:
            given["autocast"] = given.pop("experimental_autocast")
        return super().add_weight(**{name: value for name, value in given.items() if name not in _DROPPED})


_KERAS_2 = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")
_KERAS_3 = ("shape", "initializer", "dtype")
Layer.__module__ = "keras.layers"
