"""Positional arguments of training methods: each means what it meant in Keras 2."""

import functools
from typing import Any, Callable, Tuple, TypeVar, cast

from compat.tables.methods import generator_methods
from compat.tables.methods.generator_methods import GENERATOR_METHODS
from compat.tables.methods.training_methods import TRAINING_METHODS

_GENERATOR_METHODS = {row.legacy: row for row in GENERATOR_METHODS}

Method = TypeVar("Method", bound=Callable[..., Any])


def in_legacy_places(method: Method) -> Method:
    """Let a method take its positional arguments in the order of Keras 2.3, or of 2.2 if their values say so."""
    name = method.__name__

    @functools.wraps(method)
    def placed(self: Any, *args: Any, **kwargs: Any) -> Any:
        names = _names(name, args)
        if len(args) > len(names):
            raise TypeError(f"{name}() takes at most {len(names)} positional arguments, got {len(args)}")
        twice = [each for each in names[: len(args)] if each in kwargs]
        if twice:
            raise TypeError(f"{name}() got multiple values for argument {twice[0]!r}")
        return method(self, **dict(zip(names, args)), **kwargs)

    return cast("Method", placed)


def _names(name: str, args: Tuple[Any, ...]) -> Tuple[str, ...]:
    if name in TRAINING_METHODS:
        return TRAINING_METHODS[name]
    row = _GENERATOR_METHODS[name]
    return generator_methods.places(row, args) or row.parameters
