"""The variables of layers and models under the names and in the order of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

from typing import Any

from compat.shims.keras.random_seeds import legacy_seeds
from compat.shims.keras.shape_initializers import ShapeInitializers

_DROPPED = ("caching_device", "collections", "getter", "layout", "partitioner", "synchronization", "use_resource")
_KERAS_2 = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")
_KERAS_3 = ("shape", "initializer", "dtype")


class LegacyWeights(ShapeInitializers):
    """`add_weight(name, shape, dtype, initializer, ...)`, which also takes the order of Keras 3."""

    _is_standalone = True

    def add_weight(self, *args: Any, **kwargs: Any) -> Any:
        """Add a weight; a shape in the first place means that the arguments are in the order of Keras 3."""
        of_keras_3 = bool(args) and args[0] is not None and not isinstance(args[0], str)
        names = _KERAS_3 if of_keras_3 else _KERAS_2
        if len(args) > len(names):
            raise TypeError(f"add_weight() takes at most {len(names)} positional arguments, got {len(args)}")
        given = {**dict(zip(names, args)), **kwargs}
        if "experimental_autocast" in given:
            given["autocast"] = given.pop("experimental_autocast")
        if isinstance(given.get("shape"), int) and not self._is_standalone:
            given["shape"] = (given["shape"],)  # `tf.keras` took a number for the shape of a vector
        layer: Any = super()
        with legacy_seeds(is_standalone=self._is_standalone):
            return layer.add_weight(**{name: value for name, value in given.items() if name not in _DROPPED})

    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """Add a weight, as `add_weight` does; `tf.keras` had this as another name of it."""
        return self.add_weight(*args, **kwargs)
