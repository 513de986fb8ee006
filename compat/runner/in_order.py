"""Train with Keras 2.2 and 2.3 in one order: what an optimizer updates is read before.

The graph of standalone Keras orders neither the gradients nor the optimizer's count of steps before the updates, so
that a gradient may see weights of the next step, and `decay` and Adam a count that is one too high. Which of them
do changes from run to run. The order that is made here is that of `tf.keras` and of every later release.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py
"""

import functools
import re
import types
from typing import Any, Callable

from compat.runner.scripts import after_import

_BACKEND = re.compile(r"^keras\.backend$")
_OPTIMIZERS = re.compile(r"^keras\.optimizers$")


def in_order() -> None:
    """Order the updates of models that are compiled from now on; Keras 3 and `tf.keras` need none of this."""
    after_import(_BACKEND, _order_gradients)
    after_import(_OPTIMIZERS, _order_steps)


def _order_gradients(backend: types.ModuleType) -> None:
    gradients = getattr(backend, "gradients", None)
    if gradients is None:  # Keras 3
        return

    @functools.wraps(gradients)
    def all_before_any(loss: Any, variables: Any) -> Any:
        import tensorflow as tf

        return tf.tuple(gradients(loss, variables))

    backend.gradients = all_before_any  # type: ignore[attr-defined]


def _order_steps(optimizers: types.ModuleType) -> None:
    for value in list(vars(optimizers).values()):
        if isinstance(value, type) and "get_updates" in vars(value):
            value.get_updates = _with_steps_of_before(value.get_updates)  # type: ignore[attr-defined]


def _with_steps_of_before(get_updates: Callable[..., Any]) -> Callable[..., Any]:
    """Let `get_updates` see a copy of the count, which is made before one is added to it."""

    def ordered(optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        import tensorflow as tf
        from keras import backend

        steps = getattr(optimizer, "iterations", None)
        if steps is None or not hasattr(backend, "update_add"):
            return get_updates(optimizer, *args, **kwargs)
        before = tf.abs(steps)  # a copy: graphs drop an identity, and an addition of zero
        add = backend.update_add

        def add_after(variable: Any, increment: Any) -> Any:
            if variable is not before:
                return add(variable, increment)
            with tf.control_dependencies([before.op]):
                return add(steps, increment)

        optimizer.iterations, backend.update_add = before, add_after
        try:
            return get_updates(optimizer, *args, **kwargs)
        finally:
            optimizer.iterations, backend.update_add = steps, add

    @functools.wraps(get_updates)
    def in_graph(*args: Any, **kwargs: Any) -> Any:
        from keras import backend

        symbolic = getattr(backend, "symbolic", None)  # Keras 2.3 has a graph of its own on TensorFlow 2
        return (symbolic(ordered) if symbolic else ordered)(*args, **kwargs)

    return in_graph
