"""The updates of layers that set variables where they are called, for `model.updates` and `K.function(updates=)`.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/normalization.py
"""

from typing import Any, Callable, Dict, List, NamedTuple, Sequence

import keras

from compat.shims.keras.model_nodes import nodes_of


class LayerUpdate(NamedTuple):
    """The value that a variable has after a layer was called on tensors of a model in training."""

    layer: Any
    inputs: Any
    variable: Any


class Together:
    """Updates of layers, whose inputs are computed at once, in the phase of the call."""

    def __init__(self, updates: Sequence[LayerUpdate], inputs: List[Any], tensors: List[Any]) -> None:
        self._updates = updates
        self._tensors = {id(each): place for place, each in enumerate(tensors_of(updates))}
        self._model = keras.Model(inputs, tensors)

    def __call__(self, values: List[Any], *, training: bool) -> Callable[[], Any]:
        """Compute the values, and return what sets them."""
        with keras.StatelessScope():
            found = keras.tree.flatten(self._model(values, training=training))
        scopes: Dict[Any, Any] = {}
        for layer, inputs, _ in self._updates:
            if _key(layer, inputs) not in scopes:
                given = [found[self._tensors[id(each)]] for each in inputs]
                with keras.StatelessScope() as scopes[_key(layer, inputs)]:
                    layer(given[0] if len(given) == 1 else given, training=True)
        results = [
            (variable, scopes[_key(layer, inputs)].get_current_value(variable))
            for layer, inputs, variable in self._updates
        ]

        def assign() -> None:
            for variable, value in results:
                variable.assign(value)

        return assign


def _key(layer: Any, inputs: List[Any]) -> Any:
    return id(layer), tuple(map(id, inputs))


def tensors_of(updates: Sequence[LayerUpdate]) -> List[Any]:
    """The tensors that the updates depend on, once each."""
    return list({id(each): each for update in updates for each in update.inputs}.values())


def are_made(layer: Any) -> bool:
    """True unless the layer is frozen and keeps no state."""
    return bool(layer.trainable) or bool(getattr(layer, "stateful", False))


def of(layer: Any, node: Any) -> List[Any]:
    """The updates of a call in a model.

    Raises:
        AttributeError: a layer sets variables, and it is not known which updates it had in Keras 2.

    """
    if not are_made(layer) or (node.arguments.kwargs.get("training") is False and _follows(layer)):
        return []
    if isinstance(layer, keras.Model):
        return _of_model(layer, node)
    return [LayerUpdate(layer, node.input_tensors, each) for each in _variables(layer)]


def _follows(layer: Any) -> bool:
    return isinstance(layer, (keras.layers.BatchNormalization, keras.Model))


def _of_model(model: Any, node: Any) -> List[Any]:
    found = []
    for inner in nodes_of(model):
        for update in of(inner.operation, inner):
            outer = keras.Model(model.inputs, update.inputs)(node.input_tensors)
            found.append(update._replace(inputs=outer if isinstance(outer, list) else [outer]))
    return found


def _variables(layer: Any) -> List[Any]:
    if not isinstance(layer, keras.layers.Layer):
        return []
    found, unknown = [], []
    for part in layer._flatten_layers():  # noqa: SLF001 - Keras has no other name for it
        if isinstance(part, keras.layers.BatchNormalization):
            found += [part.moving_mean, part.moving_variance] if part.trainable else []
        elif isinstance(part, keras.layers.RNN) and part.stateful:
            found += keras.tree.flatten(part.states)
        elif part._non_trainable_variables:  # noqa: SLF001
            unknown.append(part.name)
    if unknown:
        raise AttributeError(f"updates of {', '.join(unknown)}: on Keras 3 layers set their variables in each call")
    return found
