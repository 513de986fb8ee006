"""Random initializers of standalone Keras 2: each call draws other values.

https://github.com/keras-team/keras/blob/2.3.1/keras/initializers.py

Known deviation: a saved model names the Keras 3 initializer, which draws the same values at each call.
"""

from typing import Any, Type

import keras

from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.random_seeds import drawn_seed, legacy_seeds
from compat.tables.names.shims import RANDOM_INITIALIZERS


class DrawsAnew:
    """A mixin for a random initializer of Keras 3, which draws one seed when it is made and keeps it."""

    counts_up = True
    """Whether a given seed grows by one with each call, as in standalone Keras."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        with legacy_seeds(is_standalone=self.counts_up):
            super().__init__(*args, **kwargs)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
        """Return values of `shape`, and take another seed for the next call."""
        initializer: Any = super()
        values = initializer.__call__(shape, dtype, **kwargs)
        if self._init_seed is None:  # type: ignore[has-type]
            self.seed = drawn_seed(is_standalone=self.counts_up)
        elif self.counts_up and isinstance(self.seed, int):
            self.seed = self._init_seed = self.seed + 1
        return values


def legacy_initializer(name: str, mixin: Type[DrawsAnew] = DrawsAnew) -> Type[Any]:
    """Return the initializer of Keras 3 that draws other values at each call."""
    cls = getattr(keras.initializers, name)
    body = {"__module__": "keras.initializers", "__doc__": cls.__doc__, "_native": cls}
    return StandsForNative(cls.__name__, (mixin, cls), body)


globals().update({name: legacy_initializer(name) for name in RANDOM_INITIALIZERS.split()})


def _compute_fans(shape: Any, data_format: str = "channels_last") -> Any:
    """Return how many inputs and outputs a kernel has, which initializers of one's own divide by."""
    if data_format == "channels_first" and len(shape) > len(("inputs", "outputs")):
        shape = (*shape[2:], *shape[1::-1])
    fans: Any = keras.src.initializers.random_initializers.compute_fans(tuple(shape))
    return fans
