"""`layer(x, training=True)` in a functional model: the argument wins, as in Keras 2; Keras 3 passes its own mode on.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

Such a `BatchNormalization` still moves its statistics only where its model trains.

Known deviation: a `training` that is given by its place, not by its name, does not win.
"""

from contextlib import contextmanager
from typing import Any, FrozenSet, Iterator, List

_KEPT = "_legacy_explicit_training"
_TRAINING = "training"
_modes: List[bool] = []
"""Whether the models that are being called were told to train, the outermost first."""


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


def _is_told(node: Any) -> bool:
    return isinstance(node.arguments.kwargs.get(_TRAINING), (bool, int))
