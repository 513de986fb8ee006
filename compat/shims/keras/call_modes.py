"""Layers that were called with `training=`: a functional model of Keras 2 left them in that mode.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py
"""

from typing import Any, Callable

Wrapper = Callable[[Any], Callable[..., Any]]


def as_called(operation_fn: Wrapper) -> Wrapper:
    """Return what Keras 3 wraps around each layer of a model, without the mode of the model where the call had one."""

    def wrap(operation: Any) -> Callable[..., Any]:
        in_mode_of_model = operation_fn(operation)

        def call(*args: Any, **kwargs: Any) -> Any:
            is_given = kwargs.get("training") is not None
            return (operation if is_given else in_mode_of_model)(*args, **kwargs)

        return call

    return wrap
