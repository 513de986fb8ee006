"""Layers that merge tensors: a step is masked if one of the inputs masks it, as in Keras 2 and `tf.keras` then.

Keras 3 masks a step if all inputs do, and leaves masked numbers out of products, maxima and minima.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/merge.py

Known deviation: `Concatenate` of inputs with and without a mask along the steps, which raised an error, has a mask.
"""

import functools
from typing import Any, Callable, Dict, Type

import keras
from keras import ops

from compat.shims.keras.layer_nodes import with_nodes
from compat.shims.keras.layers import legacy_layer

_PAIR = 2
NAMES = ("Add", "Average", "Concatenate", "Maximum", "Minimum", "Multiply", "Subtract")


class _Several:
    """A mixin for a merging layer, which takes two inputs or more; `Subtract` takes two."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer.

        Raises:
            ValueError: there are too few inputs, or too many.

        """
        number = len(inputs) if isinstance(inputs, (list, tuple)) else 1
        if number < _PAIR or (isinstance(self, keras.layers.Subtract) and number != _PAIR):
            name = type(self).__name__
            raise ValueError(f"A `{name}` layer should be called on a list of 2 inputs, or more; `Subtract` on 2")
        return super().__call__(inputs, *args, **kwargs)  # type: ignore[misc]


class _Masks(_Several):
    """A mixin for a merging layer."""

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """Return where no input is masked; None if none has a mask."""
        _compare(inputs, mask)
        masks = [] if mask is None else [each for each in mask if each is not None]
        return functools.reduce(ops.logical_and, masks) if masks else None


class _MasksOfParts(_Several):
    """A mixin for `Concatenate`: the masks are put together as the tensors are."""

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """Return where no part is masked; None if none has a mask."""
        _compare(inputs, mask)
        if mask is None or all(each is None for each in mask):
            return None
        parts = [_spread(x, each) for x, each in zip(inputs, mask)]
        return ops.all(ops.concatenate(parts, axis=self.axis), axis=-1)  # type: ignore[attr-defined]


def _compare(inputs: Any, mask: Any) -> None:
    """Compare the numbers of inputs and masks.

    Raises:
        ValueError: one of the two is no list, or has more of them.

    """
    if mask is None:
        return
    for name, each in (("mask", mask), ("inputs", inputs)):
        if not isinstance(each, (list, tuple)):
            raise ValueError(f"`{name}` should be a list.")  # noqa: TRY004 - what Keras 2 raised
    if len(mask) != len(inputs):
        raise ValueError("The lists `inputs` and `mask` should have the same length.")


def _spread(x: Any, mask: Any) -> Any:
    """A mask of the shape of `x`."""
    if mask is not None and len(mask.shape) == len(x.shape):
        return ops.cast(mask, "bool")
    ones = ops.ones_like(x, dtype="bool")
    return ones if mask is None else ops.logical_and(ops.expand_dims(mask, -1), ones)


class _AllNumbers:
    """A mixin for layers that leave out masked numbers in Keras 3."""

    def _apply_merge_op_and_or_mask(self, op_fn: Callable[..., Any], inputs: Any) -> Any:
        return functools.reduce(op_fn, inputs)


class _Product:
    """A mixin for `Multiply`."""

    def _merge_function(self, inputs: Any) -> Any:
        return functools.reduce(ops.multiply, inputs)


_MIXINS: Dict[str, Any] = {
    "Concatenate": (_MasksOfParts,),
    "Maximum": (_Masks, _AllNumbers),
    "Minimum": (_Masks, _AllNumbers),
    "Multiply": (_Masks, _Product),
}
_CLASSES: Dict[str, Type[Any]] = {name: legacy_layer(name, _MIXINS.get(name, (_Masks,))) for name in NAMES}


def _function(cls: Type[Any]) -> Callable[..., Any]:
    def merge(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return cls(*args, **kwargs)(inputs)

    merge.__name__, merge.__doc__ = cls.__name__.lower(), f"Call `{cls.__name__}` on the inputs."
    return merge


def dot(inputs: Any, axes: Any, normalize: bool = False, **kwargs: Any) -> Any:
    """Call `Dot` on the inputs."""
    return with_nodes(keras.layers.Dot(axes, normalize=normalize, **kwargs))(inputs)


globals().update(_CLASSES)
globals().update({name.lower(): _function(cls) for name, cls in _CLASSES.items()})
