"""Convolutions and pooling of images with channels first, where there is no GPU: turned around, as in Keras 2.

TensorFlow computes them on GPUs, and on processors where its oneDNN kernels are there and switched on.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py
"""

import functools
import inspect
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, Type

import keras
import tensorflow as tf

from compat.shims.gpus import has_gpu

_FIRST, _LAST = "channels_first", "channels_last"
_CELL_METHODS = ("input_conv", "recurrent_conv")
_TURNED = "_legacy_turned"
_turning: Dict[Type[Any], Type[Any]] = {}
"""The layers of the shims by those of Keras 3."""


class TurnsImages:
    """A mixin for a convolution."""

    data_format: str

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "_native" in vars(cls):
            _turning.setdefault(vars(cls)["_native"], cls)

    def build(self, input_shape: Any) -> None:
        """Make the kernel.

        Raises:
            ValueError: the number of channels is not known.

        """
        if input_shape[1 if self.data_format == _FIRST else -1] is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        layer: Any = super()
        layer.build(input_shape)

    def call(self, inputs: Any) -> Any:
        """Compute with channels last; the activation gets the images as the layer returns them."""
        layer: Any = super()
        if not _is_turned(self.data_format):
            return layer.call(inputs)
        with _channels_last(self, activation=None):
            outputs = layer.call(_turned(inputs))
        outputs = _turned_back(outputs)
        return outputs if self.activation is None else self.activation(outputs)  # type: ignore[attr-defined]


class TurnsImagesOfCell:
    """A mixin for a recurrent layer whose cell convolves."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _turn_cell(self.cell)  # type: ignore[attr-defined]


def turn_layers(model: Any) -> None:
    """Let convolutions that Keras 3 has made, from a configuration or a file, turn images around, too."""
    count = len(vars(model).get("_layers", ()))
    if vars(model).get(_TURNED) == count:
        return
    vars(model)[_TURNED] = count
    for layer in model._flatten_layers(include_self=False):  # noqa: SLF001
        if getattr(layer, "data_format", None) == _FIRST:
            _turn(layer)


def _turn(layer: Any) -> None:
    cls = type(layer)
    legacy = _turning.get(vars(cls).get("_native", cls))
    if legacy is not None and not isinstance(layer, TurnsImages):
        object.__setattr__(layer, "__class__", legacy)
    elif isinstance(layer, keras.layers.ConvLSTM2D):
        _turn_cell(layer.cell)


def _turn_cell(cell: Any) -> None:
    for name in _CELL_METHODS:
        object.__setattr__(cell, name, functools.partial(_convolved, cell, name))


def turning(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of the backend that turns `x` around, and its result back."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        given: Dict[str, Any] = dict(signature.bind(*args, **kwargs).arguments)
        if not _is_turned(given.get("data_format") or keras.config.image_data_format()):
            return function(*args, **kwargs)
        given.update(x=_turned(given["x"]), data_format=_LAST)
        if "output_shape" in given:
            rows, channels, *lengths = given["output_shape"]
            given["output_shape"] = (rows, *lengths, channels)
        return _turned_back(function(**given))

    return called


def _convolved(cell: Any, name: str, x: Any, *args: Any, **kwargs: Any) -> Any:
    method = getattr(type(cell), name)
    if not _is_turned(cell.data_format):
        return method(cell, x, *args, **kwargs)
    with _channels_last(cell):
        outputs = method(cell, _turned(x), *args, **kwargs)
    return _turned_back(outputs)


def _is_turned(data_format: str) -> bool:
    return data_format == _FIRST and not has_gpu()


@contextmanager
def _channels_last(layer: Any, **others: Any) -> Iterator[None]:
    """Let a layer, which is built, take images with channels last for a while."""
    attributes = {"data_format": _LAST, **others}
    before = {name: getattr(layer, name) for name in attributes}
    vars(layer).update(attributes)  # Keras allows no new attributes of a layer that is built
    try:
        yield
    finally:
        vars(layer).update(before)


def _turned(x: Any) -> Any:
    return tf.transpose(x, (0, *range(2, len(x.shape)), 1))


def _turned_back(x: Any) -> Any:
    rank = len(x.shape)
    return tf.transpose(x, (0, rank - 1, *range(1, rank - 1)))
