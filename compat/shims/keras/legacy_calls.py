"""Layers of one's own that say less about `call` than Keras 3 asks for, and were understood by Keras 2.

Keras 3 reads the signature of `call`: it builds a layer for the inputs that are named in it, and hands `training` to a
layer that names it. Some of its layers have a `compute_output_spec`, which is asked before `compute_output_shape`.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

import functools
import inspect
from typing import Any, Callable

import keras

from compat.shims.keras import added_metrics, tensor_notes

_SHAPE = "_shape"


class LegacyCalls:
    """A mixin: `call(self, *args, **kwargs)` of a subclass has a first input; its outputs are what it says they are.

    Where it has a `call` and no `compute_output_shape`, the outputs are those of `call`, not those of its base.
    """

    def add_metric(self, value: Any, name: Any = None, aggregation: Any = None) -> None:
        """Note the value under its name in the logs, where batches and epochs are averaged."""
        del aggregation
        added_metrics.add(self, value, name)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = vars(cls)
        if "compute_output_spec" not in own and not {"call", "compute_output_shape"}.isdisjoint(own):
            says = keras.layers.Layer.compute_output_spec if "compute_output_shape" in own else _traced
            cls.compute_output_spec = says  # type: ignore[attr-defined]
        call = vars(cls).get("call")
        if inspect.isfunction(call) and _kinds(call)[1:2] == [inspect.Parameter.VAR_POSITIONAL]:
            base: Any = super(cls, cls)
            can_train = "training" in inspect.signature(base.call).parameters
            can_train = can_train and inspect.Parameter.VAR_KEYWORD in _kinds(call)
            cls.call = _training(call) if can_train else _plain(call)  # type: ignore[attr-defined]
        elif inspect.isfunction(call) and "build" not in own:
            _name_first_input(cls, call)


def _traced(self: Any, *args: Any, **kwargs: Any) -> Any:
    """The outputs of `call`, whose inputs tell their shapes."""
    call = vars(self).get("call")
    object.__setattr__(self, "call", tensor_notes.taking_shapes(self.call))
    try:
        return keras.Operation.compute_output_spec(self, *args, **kwargs)
    finally:
        if call is None:
            object.__delattr__(self, "call")
        else:
            object.__setattr__(self, "call", call)


def _kinds(call: Callable[..., Any]) -> Any:
    return [parameter.kind for parameter in inspect.signature(call).parameters.values()]


def _name_first_input(cls: Any, call: Callable[..., Any]) -> None:
    """Give the first input of `call` the name that a `build` of Keras 3 has for its shape: `sequences_shape`."""
    shapes = list(inspect.signature(cls.build).parameters)[1:]
    signature = inspect.signature(call)
    names = list(signature.parameters)
    wanted = shapes[0][: -len(_SHAPE)] if len(shapes) > 1 and shapes[0].endswith(_SHAPE) else None
    if wanted is None or len(names) < 2 or wanted in names:  # noqa: PLR2004 - `self` and an input
        return

    @functools.wraps(call)
    def renamed(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = {names[1]: kwargs.pop(wanted)} if wanted in kwargs else {}
        return call(self, *args, **given, **kwargs)

    parameters = [
        each.replace(name=wanted) if each.name == names[1] else each for each in signature.parameters.values()
    ]
    renamed.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    cls.call = renamed


def _plain(legacy: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return legacy(self, inputs, *args, **kwargs)

    return call


def _training(legacy: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, inputs: Any, *args: Any, training: Any = None, **kwargs: Any) -> Any:
        if training is not None:
            kwargs["training"] = training
        return legacy(self, inputs, *args, **kwargs)

    return call
