"""`keras.legacy.interfaces`: decorators that let optimizers and layers of scripts take the arguments of Keras 1.

https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py
"""

import functools
from typing import Any, Callable

_OLD_ORDER = 3


def legacy_get_updates_support(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let `get_updates` also take `(params, constraints, loss)`."""

    @functools.wraps(function)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        if len(args) == _OLD_ORDER:
            return function(self, params=args[0], loss=args[2], **kwargs)
        if len(args) == _OLD_ORDER - 1 and isinstance(args[0], (list, tuple)):
            return function(self, params=args[0], **kwargs)
        return function(self, *args, **kwargs)

    return wrapper


def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function: `keras.backend.symbolic` and `eager` chose the graph that it runs in."""
    return function


symbolic = eager = unchanged
