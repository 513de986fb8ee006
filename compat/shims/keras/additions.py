"""The losses and updates of layers, told apart by the inputs that they depend on: `layer.losses`, `get_updates_for`.

Keras 3 knows losses of activities only while a model is called, and layers set their variables in each call.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* `losses` has tensors of the model for activities until the model is called with numbers, and then those numbers
* the losses of weights are numbers, as they are when they are asked for
* a number that a layer is given outside of a call counts once; a model of Keras 2.3.1 counted it twice
"""

import functools
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import keras

from compat.shims.keras import layer_updates, learning_phases, summed_activity
from compat.shims.keras.backend_functions import called_in_graph
from compat.shims.keras.model_nodes import nodes_of

_Key = Optional[Tuple[int, ...]]
_LOSSES = "_legacy_losses"
_UPDATES = "_legacy_updates"
_INPUTS = "_legacy_inputs"
"""The key of the numbers that a layer was called with last."""
_computing: List[bool] = []
"""Not empty while the loss of a model is computed, of the losses that its call has made."""


class Additions:
    """A mixin for layers."""

    def add_loss(self, loss: Any, inputs: Any = None) -> None:
        """Add a loss, or several; outside of a call a number, or a tensor of the model that the layer is in."""
        losses = loss if isinstance(loss, (list, tuple)) else [loss]
        if not _is_called() and losses and all(isinstance(each, (int, float, keras.KerasTensor)) for each in losses):
            _kept(self, _LOSSES).extend((_key(inputs), each) for each in losses)
        else:
            layer: Any = super()
            layer.add_loss(loss)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Note updates outside of a call; in one, the functions of the backend that made them have run them."""
        if not _is_called() and updates is not None:
            listed = updates if isinstance(updates, (list, tuple)) else [updates]
            _kept(self, _UPDATES).extend((_key(inputs), each) for each in listed)

    @property
    def losses(self) -> List[Any]:
        """The losses of regularizers, and those that were added."""
        layer: Any = super()
        found = list(layer.losses)
        if _computing or _is_called():
            return found
        kept = [each for part in _parts(self) for _, each in _kept(part, _LOSSES)]
        if any(part._get_own_losses() for part in _parts(self)):  # noqa: SLF001 - Keras has no other name for it
            return [*found, *kept]
        return [*(loss for node in own_nodes(self) for loss in activities(self, node)), *kept, *found]

    def get_losses_for(self, inputs: Any) -> List[Any]:
        """Return the losses that depend on the inputs; for None, those that depend on none."""
        key = _key(inputs)
        kept = [each for part in _parts(self) for of, each in _kept(part, _LOSSES) if of == key]
        if key is None:
            layer: Any = self
            return [*kept, *layer._get_regularization_losses()]  # noqa: SLF001
        called = [loss for node in own_nodes(self) if _of(node) == key for loss in activities(self, node)]
        if vars(self).get(_INPUTS) == key:
            called += self._get_own_losses()  # type: ignore[attr-defined]
        return [*called, *kept]

    @property
    def updates(self) -> List[Any]:
        """The updates of all calls in models, and those that were added."""
        if not layer_updates.are_made(self):
            return []
        made = [each for node in own_nodes(self) for each in layer_updates.of(self, node)]
        return [*made, *(each for part in _parts(self) for _, each in _kept(part, _UPDATES))]

    def get_updates_for(self, inputs: Any) -> List[Any]:
        """Return the updates that depend on the inputs; for None, those that depend on none."""
        if not layer_updates.are_made(self):
            return []
        key = _key(inputs)
        made = [each for node in own_nodes(self) if _of(node) == key for each in layer_updates.of(self, node)]
        return [*made, *(each for part in _parts(self) for of, each in _kept(part, _UPDATES) if of == key)]


@contextmanager
def computing() -> Iterator[None]:
    """Leave `losses` to Keras 3 while it computes the loss of a model."""
    _computing.append(True)
    try:
        yield
    finally:
        _computing.pop()


def is_computing() -> bool:
    """Whether `losses` are asked for by Keras 3 itself."""
    return bool(_computing) or _is_called()


def note_inputs(layer: Any, inputs: Any) -> None:
    """Note the numbers that a layer is called with, if it adds losses of activities."""
    if getattr(layer, "activity_regularizer", None) is not None and not _is_called():
        vars(layer)[_INPUTS] = _key(inputs)


def own_nodes(layer: Any) -> List[Any]:
    """The calls of a layer; of those that a `Sequential` repeats while it grows, the last."""
    found: Dict[Any, Any] = {}
    for node in layer._inbound_nodes:  # noqa: SLF001
        found[tuple((id(each._keras_history[0]), each._keras_history[2]) for each in node.input_tensors)] = node  # noqa: SLF001
    return list(found.values())


def activities(layer: Any, node: Any) -> List[Any]:
    """What the regularizers of activities say of the outputs of a call."""
    if isinstance(layer, keras.Model):
        inner = of_model(layer)
        given = getattr(layer, "inputs", None)
        return [keras.Model(given, loss)(node.input_tensors) for loss in inner if isinstance(loss, keras.KerasTensor)]
    if isinstance(layer, keras.layers.TimeDistributed):
        layer = layer.layer
    regularizer = getattr(layer, "activity_regularizer", None)
    if regularizer is None:
        return []
    return [called_in_graph(functools.partial(summed_activity.penalty, regularizer), each) for each in node.outputs]


def of_model(model: Any) -> List[Any]:
    """What a functional model adds to its loss beside its weights: activities, and what its layers were given."""
    called = [loss for node in nodes_of(model) for loss in activities(node.operation, node)]
    own = getattr(vars(model).get("call"), "losses", ())
    return [*called, *own, *(each for part in _parts(model) for _, each in _kept(part, _LOSSES))]


def taken(model: Any) -> List[Any]:
    """Take what the layers of a model were given outside of calls, for the model to add to its loss."""
    found = [each for part in _parts(model) for _, each in _kept(part, _LOSSES)]
    for part in _parts(model):
        vars(part).pop(_LOSSES, None)
    return found


def updates_of(model: Any) -> List[Any]:
    """The updates of the layers of a model."""
    if not layer_updates.are_made(model):
        return []
    called = [each for node in nodes_of(model) for each in layer_updates.of(node.operation, node)]
    return [*called, *(each for part in _parts(model) for _, each in _kept(part, _UPDATES))]


def _parts(layer: Any) -> Sequence[Any]:
    found: Sequence[Any] = layer._flatten_layers()  # noqa: SLF001
    return found


def _kept(layer: Any, name: str) -> List[Tuple[_Key, Any]]:
    found: List[Tuple[_Key, Any]] = vars(layer).setdefault(name, _Plain())
    return found


class _Plain(list):  # type: ignore[type-arg]
    """A list that layers do not track."""


def _key(inputs: Any) -> _Key:
    listed = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    return None if not listed or listed[0] is None else tuple(map(id, listed))


def _of(node: Any) -> _Key:
    return tuple(map(id, node.input_tensors))


def _is_called() -> bool:
    return learning_phases.current_call() is not None
