"""Losses and metrics that `compile` is given by the names which Keras 2 had for them."""

from typing import Any, Callable, Dict, Mapping

import keras

from compat.shims.keras import metric_functions
from compat.shims.keras.custom_objects import named
from compat.tables.names.loss_names import COSINES, LOSS_NAMES

_NAMES = {**LOSS_NAMES, **COSINES}


def losses(loss: Any) -> Any:
    """The loss, or the list or dictionary of losses, by the names of today; custom objects come first."""
    return _each(loss, _NAMES)


def metrics(listed: Any) -> Any:
    """The metrics, with functions for the names that are gone; logs have the values under these names."""
    return _each(listed, _METRICS)


def _each(given: Any, today: Mapping[str, Any]) -> Any:
    if isinstance(given, dict):
        return {key: _each(value, today) for key, value in given.items()}
    if isinstance(given, (list, tuple)):
        return [_each(value, today) for value in given]
    custom = named(given)
    return today.get(given, given) if custom is given and isinstance(given, str) else custom


def _called(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def measured(y_true: Any, y_pred: Any) -> Any:
        return function(y_true, y_pred)

    measured.__name__ = name
    return measured


def _function(modern: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(metric_functions, modern, None) or getattr(keras.losses, modern)
    return found


_METRICS: Dict[str, Callable[..., Any]] = {
    legacy: _called(legacy, _function(modern)) for legacy, modern in _NAMES.items()
}
