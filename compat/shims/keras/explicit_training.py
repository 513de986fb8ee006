"""`layer(x, training=True)` in a functional model: the argument wins, as in Keras 2; Keras 3 passes its own mode on.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

Such a `BatchNormalization` still moves its statistics only where its model trains.

Keras 3 notes the default of a layer as if it had been told: calls note what they were told beside that.

Known deviations:
* a `training` that is given by its place, not by its name, does not win
* `training=False` of a layer with that default, such as `Dropout`, is forgotten where a model is copied or loaded
"""

import functools
import inspect
from contextlib import contextmanager
from typing import Any, Callable, FrozenSet, Iterator, List

_KEPT = "_legacy_explicit_training"
_TOLD = "_legacy_told"
_TRAINING = "training"
_modes: List[bool] = []
"""Whether the models that are being called were told to train, the outermost first."""
_remade: List[bool] = []
"""Not empty while models are made of configurations, whose calls have defaults among their arguments."""


@contextmanager
def called(model: Any, training: Any) -> Iterator[None]:
    """Note the mode of a model for the time of its call."""
    keep(model)
    _modes.append(bool(training))
    try:
        yield
    finally:
        _modes.pop()


def only_predicts() -> bool:
    """Whether a layer is called by a model that does not train."""
    return bool(_modes) and not _modes[0]


def keep(model: Any) -> None:
    """Let the model leave alone what the calls of its layers say; layers that were not told follow it, as ever."""
    operations = vars(model).get("_operations", ())
    if vars(model).get(_KEPT) == len(operations):
        return
    for each in operations:
        followed: FrozenSet[str] = frozenset(getattr(each, "_call_context_args", ()))
        if _TRAINING in followed and any(_is_told(node) for node in each._inbound_nodes):  # noqa: SLF001
            vars(each)["_call_context_args"] = followed - {_TRAINING}
    vars(model)[_KEPT] = len(operations)


@contextmanager
def noted(layer: Any, training: Any) -> Iterator[None]:
    """Note that a call in a functional model was told its mode, unless a configuration says so."""
    before = len(layer._inbound_nodes)  # noqa: SLF001 - Keras has no other name for it
    yield
    if training is not None and not _remade:
        for node in layer._inbound_nodes[before:]:  # noqa: SLF001
            setattr(node, _TOLD, True)


def remaking(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which makes models of configurations."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        _remade.append(True)
        try:
            return function(*args, **kwargs)
        finally:
            _remade.pop()

    return called


def _is_told(node: Any) -> bool:
    told = node.arguments.kwargs.get(_TRAINING)
    if not isinstance(told, (bool, int)):
        return False
    return bool(told) or hasattr(node, _TOLD) or _default(node.operation) is None


def _default(layer: Any) -> Any:
    parameter = inspect.signature(layer.call).parameters.get(_TRAINING)
    return None if parameter is None or parameter.default is parameter.empty else parameter.default
