"""What layers of Keras 2 were told of their inputs and weights, and Keras 3 is told otherwise.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

import functools
from typing import Any, Dict, List

import keras
import numpy as np
import tensorflow as tf

_SHAPE = "_legacy_batch_shape"
_WEIGHTS = "weights"
_BATCH = "batch_input_shape"
_SIZE = "batch_size"
_INPUT = "input_shape"
_LENGTH = "input_length"
_INPUT_SUFFIX = "input"


def taken_from(cls: Any, kwargs: Dict[str, Any]) -> Dict[str, Any]:
    """Take out of `kwargs` what Keras 3 refuses, for `remember`; a batch of any size is an `input_shape`."""
    taken = {}
    if _WEIGHTS in kwargs and not issubclass(cls, keras.layers.Embedding):
        taken[_WEIGHTS] = kwargs.pop(_WEIGHTS)
    if issubclass(cls, keras.layers.Embedding):
        length = kwargs.pop(_LENGTH, None)
        lengths = tuple(length) if isinstance(length, (list, tuple)) else (length,)
        if length is not None and not {_INPUT, _BATCH} & set(kwargs):
            kwargs[_INPUT] = lengths
        elif length is not None:
            _compare(lengths, tuple(kwargs[_INPUT]) if _INPUT in kwargs else tuple(kwargs[_BATCH])[1:])
    size = kwargs.pop(_SIZE, None)
    if size is not None and _BATCH not in kwargs:
        shape = _input_shape(cls, kwargs)
        if shape is not None:
            kwargs[_BATCH] = (size, *shape)
    if _BATCH in kwargs:
        batch, *rest = kwargs.pop(_BATCH)
        if batch is None:
            kwargs[_INPUT] = tuple(rest)
        else:
            taken[_BATCH] = (batch, *rest)
    return taken


def _compare(lengths: Any, shape: Any) -> None:
    """Compare what an `Embedding` is told twice.

    Raises:
        ValueError: the one is not the other.

    """
    known = len(lengths) == len(shape)
    if not known or any(None not in pair and pair[0] != pair[1] for pair in zip(lengths, shape)):
        raise ValueError(f'"input_length" is {lengths}, but received input has shape {(None, *shape)}')


def _input_shape(cls: Any, kwargs: Dict[str, Any]) -> Any:
    """Take the shape of one input out of `kwargs`; None if nothing tells it."""
    if _INPUT in kwargs:
        return kwargs.pop(_INPUT)
    if issubclass(cls, keras.layers.Embedding):
        return (None,)
    return (kwargs.pop("input_dim"),) if "input_dim" in kwargs else None


def remember(layer: Any, taken: Dict[str, Any]) -> Any:
    """Return `layer`, which gets its first weights when it is built, and in a `Sequential` an input of its batch."""
    if _BATCH in taken:
        object.__setattr__(layer, _SHAPE, taken[_BATCH])
    if taken.get(_WEIGHTS) is not None:
        build = layer.build

        @functools.wraps(build)
        def build_and_set(*args: Any, **kwargs: Any) -> None:
            build(*args, **kwargs)
            _set_weights(layer, taken[_WEIGHTS])

        object.__setattr__(layer, "build", build_and_set)
    return layer


def _set_weights(layer: Any, values: Any) -> None:
    """Set the weights at once, although the layer may be built while a graph or the shapes of a model are traced.

    Raises:
        ValueError: there are more or fewer values than weights, or they have other shapes.

    """
    shapes = [tuple(variable.shape) for variable in layer.weights]
    if [np.shape(value) for value in values] != shapes:
        message = f"weights= of {layer.name} has the shapes {[np.shape(value) for value in values]}, not {shapes}"
        raise ValueError(message)
    with tf.init_scope():
        for variable, value in zip(layer.weights, values):
            variable._direct_assign(np.asarray(value, variable.dtype))  # noqa: SLF001 - `assign` waits for the trace


def with_input(layers: Any) -> Any:
    """Return the layers of a `Sequential` behind an input of the batch that the first of them was told."""
    listed = list(layers) if isinstance(layers, (list, tuple)) else []
    return [*_input(listed[0]), *listed] if listed else layers


def _input(layer: Any) -> List[Any]:
    shape = getattr(layer, _SHAPE, None)
    return [] if shape is None else [keras.Input(batch_shape=shape)]


def _named(inputs: Dict[str, Any], name: str, other: str) -> Any:
    if name not in inputs and other not in inputs:
        raise ValueError(f'No data provided for "{name}". Need data for each key in: {[name]}')
    return inputs[name if name in inputs else other]


class LegacySequential:
    """`add` of a `Sequential`, for first layers that were told the shape of a batch, and `call` for named inputs."""

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the outputs; of a dictionary, the input of the first layer is taken.

        Raises:
            ValueError: the dictionary does not have it.

        """
        one = getattr(getattr(self, "_functional", None), "_inputs_struct", None)
        if isinstance(inputs, dict) and isinstance(one, keras.KerasTensor):
            inputs = _named(inputs, f"{self.layers[0].name}_{_INPUT_SUFFIX}", one.name)  # type: ignore[attr-defined]
        return super().call(inputs, *args, **kwargs)  # type: ignore[misc]

    def add(self, layer: Any, *args: Any, **kwargs: Any) -> None:
        """Add the layer, behind an input if it asks for one."""
        for each in () if self.layers else _input(layer):  # type: ignore[attr-defined]
            super().add(each)  # type: ignore[misc]
        super().add(layer, *args, **kwargs)  # type: ignore[misc]
