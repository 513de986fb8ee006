"""Initializers of a script that take a shape alone, as Keras 2.2 called them; later releases pass `dtype=`, too.

https://github.com/keras-team/keras/blob/2.2.4/keras/engine/base_layer.py
"""

import functools
import inspect
from typing import Any

import keras


class ShapeInitializers:
    """A mixin for layers and models; one that names the arguments of `add_weight` first comes before it."""

    def add_weight(self, *args: Any, **kwargs: Any) -> Any:
        """Add a weight, whose initializer may take a shape alone."""
        layer: Any = super()
        if "initializer" in kwargs:
            kwargs["initializer"] = with_dtype(kwargs["initializer"])
        return layer.add_weight(*args, **kwargs)


def with_dtype(initializer: Any) -> Any:
    """Return an initializer that Keras 3 can call with a shape and `dtype=`; anything else as it is."""
    if not callable(initializer) or inspect.isclass(initializer):
        return initializer
    if _takes(initializer, dtype=None) or not _takes(initializer):
        return initializer

    def of_shape(shape: Any, dtype: Any = None) -> Any:
        del dtype
        return initializer(shape)

    return of_shape


def _takes(function: Any, **named: Any) -> bool:
    try:
        inspect.signature(function).bind((), **named)
    except (TypeError, ValueError):
        return False
    return True


def let_cell(layer: Any) -> None:
    """Let the cell of a recurrent layer of Keras take such initializers, too."""
    cell = getattr(layer, "cell", None)
    if isinstance(cell, keras.layers.Layer) and not isinstance(cell, ShapeInitializers):
        # not by an attribute that Keras tracks, and not by the initializer, which the layer describes
        object.__setattr__(cell, "add_weight", functools.partial(_add_weight_of_cell, type(cell).add_weight, cell))


def _add_weight_of_cell(add_weight: Any, cell: Any, **kwargs: Any) -> Any:
    return add_weight(cell, **{**kwargs, "initializer": with_dtype(kwargs.get("initializer"))})
