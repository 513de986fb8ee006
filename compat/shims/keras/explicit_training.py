"""`layer(x, training=True)` in a functional model: the argument wins, as in Keras 2; Keras 3 passes its own mode on.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

Known deviation: a `training` that is given by its place, not by its name, does not win.
"""

from typing import Any, FrozenSet

_KEPT = "_legacy_explicit_training"
_TRAINING = "training"


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
