"""Layers with the arguments of Keras 1, which standalone Keras 2 converted, and with sizes that are NumPy integers.

https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py

Known deviations:
* more arguments may be passed by position than Keras 2 allowed
"""

import inspect
from typing import Any, Dict, FrozenSet, List, Sequence, Tuple, Type

import keras
import numpy as np

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import first_inputs
from compat.shims.keras.layer_nodes import with_nodes
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.random_seeds import legacy_seeds
from compat.tables.behaviour.layer_state import RANDOM_LAYERS
from compat.tables.keywords.keras_1 import KERAS_1, LAYERS_OF_THE_SHIMS, VALUES
from compat.tables.keywords.no_effect import NO_EFFECT
from compat.tables.rows import Keras1Layer

_CODE = "TFM141"
_NOTHING = Keras1Layer((), (), {})
_ROWS = {**KERAS_1, **{symbol: row for row in LAYERS_OF_THE_SHIMS for symbol in row.symbols}}
_AS_THEY_ARE = ("keras.layers.InputLayer", "keras.layers.RNN", "keras.layers.Wrapper")
"""Classes to derive others from, and the one that is not told of an input."""
_MODERN = ("padding", "strides", "data_format")
"""Keywords beside which Keras 2 refused whole numbers by position."""


class TakesKeras1(StandsForNative, type):
    """The class of layers that convert arguments; calling one makes a layer of the class that it stands for.

    So what is saved, loaded or compared is the modern layer. Classes derived from one are classes of their own.
    """

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return the modern layer, or an instance of the derived class."""
        modern = vars(cls).get("_modern")
        if modern is None:
            return super().__call__(*args, **kwargs)
        args, kwargs = _legacy_arguments(cls._row, args, kwargs)  # type: ignore[attr-defined]
        kwargs = cls._without_unused(kwargs)  # type: ignore[attr-defined]
        taken = first_inputs.taken_from(modern, kwargs)
        with legacy_seeds(is_standalone=cls._is_standalone):  # type: ignore[attr-defined]
            layer = modern(*args, **kwargs)
        return first_inputs.remember(with_nodes(layer), taken)

    def __instancecheck__(cls, instance: Any) -> bool:
        modern = vars(cls).get("_modern")
        return super().__instancecheck__(instance) if modern is None else isinstance(instance, modern)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        modern = vars(cls).get("_modern")
        return super().__subclasscheck__(subclass) if modern is None else issubclass(subclass, modern)

    def __eq__(cls, other: object) -> bool:
        modern = vars(cls).get("_modern")
        return cls is other or (modern is not None and modern == other)

    def __hash__(cls) -> int:
        return hash(vars(cls).get("_modern") or id(cls))


class _Keras1Arguments:
    """A mixin that converts the arguments where a derived class passes them on."""

    _row = _NOTHING
    _is_standalone = True
    _unused: FrozenSet[str] = frozenset()

    @classmethod
    def _without_unused(cls, kwargs: Dict[str, Any]) -> Dict[str, Any]:
        return {keyword: value for keyword, value in kwargs.items() if keyword not in cls._unused}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        args, kwargs = _legacy_arguments(self._row, args, self._without_unused(kwargs))
        taken = first_inputs.taken_from(type(self), kwargs)
        with legacy_seeds(is_standalone=self._is_standalone):
            super().__init__(*args, **kwargs)
        first_inputs.remember(self, taken)


class _FollowsPhase(_Keras1Arguments):
    """A mixin for layers of noise: a `call` of a subclass that does not name `training` leaves it to the phase."""

    def call(self, inputs: Any, training: Any = None, **kwargs: Any) -> Any:
        if training is None:
            training = getattr(self._get_call_context(), "training", None)  # type: ignore[attr-defined]
        return super().call(inputs, training=bool(training), **kwargs)  # type: ignore[misc]


_classes: Dict[Tuple[str, Any, bool], Any] = {}


def with_keras_1(symbol: str, cls: Type[Any], is_standalone: bool = True) -> Any:
    """Return a stand-in for the layer `cls` that takes the arguments of legacy Keras; others are returned as is.

    Those are the arguments of Keras 1, which standalone Keras alone took, of Keras 2, and sizes of NumPy.
    """
    if not issubclass(cls, keras.layers.Layer) or issubclass(keras.Model, cls) or symbol in _AS_THEY_ARE:
        return cls
    if "_modern" in vars(cls):  # a name that moved to one that stands for the layer already
        return cls
    key = (symbol, cls, is_standalone)
    if key not in _classes:
        row = _ROWS.get(symbol, _NOTHING) if is_standalone else _NOTHING
        body: Dict[str, Any] = {"__module__": cls.__module__, "__doc__": cls.__doc__, "_row": row, "_modern": cls}
        body["_is_standalone"] = is_standalone
        body["_unused"] = _unused(symbol, cls)
        mixin = _FollowsPhase if symbol in RANDOM_LAYERS else _Keras1Arguments
        _classes[key] = TakesKeras1(cls.__name__, (mixin, cls), body)
    return _classes[key]


def _unused(symbol: str, cls: Type[Any]) -> FrozenSet[str]:
    """The keywords that never changed what the layer computes, and that Keras 3 refuses."""
    native = vars(cls).get("_native", cls)
    known = inspect.signature(native.__init__).parameters
    return frozenset(keyword for keyword, symbols in NO_EFFECT.items() if symbol in symbols and keyword not in known)


def _legacy_arguments(
    row: Keras1Layer, args: Sequence[Any], kwargs: Dict[str, Any]
) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
    """Return the arguments as Keras 3 takes them: those of Keras 1, and `int` for integers of NumPy."""
    positional, given = converted(row, args, kwargs)
    return tuple(_plain(each) for each in positional), {keyword: _plain(value) for keyword, value in given.items()}


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, np.integer) else value


def converted(row: Keras1Layer, args: Sequence[Any], kwargs: Dict[str, Any]) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
    """Return the arguments of a call as Keras 3 takes them.

    Raises:
        TypeError: a Keras 1 argument and the one that it became are both given, or Keras 2 refused the value.
        ValueError: sizes of a kernel by position beside keywords of Keras 2, which may mean strides.

    """
    if not row.symbols:
        return tuple(args), dict(kwargs)
    name = row.symbols[0]
    positional, given = _with_kernel(row, *_without_dropped(row, list(args), dict(kwargs)))
    for legacy, both in row.twice.items():
        if legacy in given:
            _warn(name, legacy, "=, ".join(both))
            given.update(dict.fromkeys(both, given.pop(legacy)))
    if row.is_sequence and "input_dim" in given:
        _warn(name, "input_dim", "input_shape")
        given["input_shape"] = (given.pop("input_length", None), given.pop("input_dim"))
    for legacy, modern in row.keywords.items():
        if legacy in given:
            if modern in given:
                message = f"{name} is given both {legacy}= of Keras 1 and {modern}=; leave out {legacy}="
                raise TypeError(message)
            _warn(name, legacy, modern)
            given[modern] = given.pop(legacy)
    if row.sides:
        positional = [_around(row, each) for each in positional]
        given = {keyword: _around(row, value) for keyword, value in given.items()}
    return tuple(positional), {keyword: _value(keyword, value) for keyword, value in given.items()}


def _warn(name: str, legacy: str, modern: str) -> None:
    warn_legacy(_CODE, f"{name}({legacy}=)", f"the keyword is {modern}=")


def _value(keyword: str, value: Any) -> Any:
    values = VALUES.get(keyword, {})
    return values.get(value, value) if isinstance(value, str) else value


def _around(row: Keras1Layer, value: Any) -> Any:
    """Turn the dictionary of the four sides into pairs; a side that is not given is 0."""
    if not isinstance(value, dict) or not set(value) <= set(row.sides):
        return value
    warn_legacy(_CODE, f"{row.symbols[0]}({{...}})", "the sides are pairs")
    top, bottom, left, right = (value.get(side, 0) for side in row.sides)
    return (top, bottom), (left, right)


def _with_kernel(row: Keras1Layer, args: List[Any], given: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
    """Put the sizes of the kernel together, from wherever they are given."""
    size = len(row.kernel)
    first, sizes, rest = args[:1], args[1 : size + 1], args[size + 1 :]
    named = row.kernel[len(sizes) :]
    if not row.kernel or not all(_is_whole(each) for each in sizes) or not set(named) <= set(given):
        return args, given
    if len(sizes) == size and any(keyword in given for keyword in _MODERN):
        message = (
            f"{row.symbols[0]} is given {size + 1} numbers by position: pass kernel_size=, or strides=, by keyword"
        )
        raise ValueError(message)
    warn_legacy(_CODE, f"{row.symbols[0]}({', '.join(row.kernel)})", "the kernel is kernel_size=")
    kernel = (*sizes, *(given[name] for name in named))
    kept = {keyword: value for keyword, value in given.items() if keyword not in named}
    return [*first, kernel, *rest] if first else [], kept if first else {**kept, "kernel_size": kernel}


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _without_dropped(row: Keras1Layer, args: List[Any], given: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
    """Leave out what means nothing today.

    Like Keras 2, this ignores the dropout of an `Embedding` and a forget bias other than `one`, with a warning.
    """
    kept = dict(given)
    if "output_shape" in row.dropped and len(args) > len(row.kernel) + 1 and isinstance(args[-1], tuple):
        args = args[:-1]
    for keyword, values in row.dropped.items():
        if keyword in kept:
            if values is not None and kept[keyword] not in values:
                message = f"{row.symbols[0]}({keyword}={kept[keyword]!r}) of Keras 1 is gone: " + row.unlike[keyword]
                raise TypeError(message)
            warn_legacy(_CODE, f"{row.symbols[0]}({keyword}=)", "it has no effect")
            del kept[keyword]
    for keyword, advice in row.unlike.items():
        if keyword in kept and kept[keyword] not in VALUES.get(row.keywords.get(keyword, ""), {}):
            warn_legacy(_CODE, f"{row.symbols[0]}({keyword}=)", "it is ignored, as Keras 2 did: " + advice)
            del kept[keyword]
    return args, kept
