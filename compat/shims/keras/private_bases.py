"""`_Conv`, `_Merge` and `_Pooling1D` to `3D`, private classes that layers are compared with, or derive from.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/convolutional.py
"""

from typing import Any, Type

import keras

from compat.shims.keras.native_instances import StandsForNative

_CONV: Any = keras.layers.Conv2D.__base__
_MERGE: Any = keras.layers.Add.__base__
_POOLING: Any = keras.layers.MaxPooling2D.__base__


class _Conv(_CONV, metaclass=StandsForNative):  # type: ignore[misc]
    """The base of convolutions."""

    _native = _CONV


class _Merge(_MERGE, metaclass=StandsForNative):  # type: ignore[misc]
    """The base of layers that merge several inputs by their `_merge_function`."""

    _native = _MERGE


class _OfRank(type):
    """The class of bases that layers of one rank count as instances of."""

    def __instancecheck__(cls, instance: Any) -> bool:
        rank = vars(cls).get("_rank")
        return super().__instancecheck__(instance) or (
            isinstance(instance, _POOLING) and len(instance.pool_size) == rank
        )


def _pooling(rank: int) -> Type[Any]:
    return _OfRank(f"_Pooling{rank}D", (_POOLING,), {"__module__": __name__, "_rank": rank})


_Pooling1D, _Pooling2D, _Pooling3D = map(_pooling, (1, 2, 3))
