"""`model.add_loss(tensor)` and `model.add_metric(tensor)` on Keras 3: the model computes the tensor in each call.

Keras 3 takes losses only while a layer or model is called, and no metrics.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* a compiled model has the loss, or the metric, at once; Keras 2.3.1 took it at the next `compile`
"""

from typing import Any, List

import keras

from compat.shims.keras import added_metrics


def is_functional(model: Any) -> bool:
    """True if layers were called to make the model, and it is not being called."""
    return "_outputs_struct" in vars(model)


def is_symbolic(model: Any, loss: Any) -> bool:
    """True if a functional model is given a tensor that layers compute."""
    return isinstance(loss, keras.KerasTensor) and is_functional(model)


def is_number(model: Any, loss: Any) -> bool:
    """True if a functional model is given a number, which it adds to each loss."""
    return isinstance(loss, (int, float)) and is_functional(model)


def add(model: Any, loss: Any) -> None:
    """Compute the loss whenever the model is called; its graph, layers and files stay what they were."""
    call = _call_of(model)
    vars(model)["call"] = _CallWithMore(model, [*call.losses, loss], call.values, call.names)


def add_metric(model: Any, value: Any, name: Any) -> None:
    """Note the value whenever the model is called."""
    call = _call_of(model)
    name = added_metrics.metric(model, value, name).name
    vars(model)["call"] = _CallWithMore(model, call.losses, [*call.values, value], [*call.names, name])


def _call_of(model: Any) -> Any:
    known = vars(model).get("call")
    return known if isinstance(known, _CallWithMore) else _CallWithMore(model, [], [], [])


class _CallWithMore:
    """The `call` of a functional model, along a graph that ends with the losses and the values of metrics, too."""

    def __init__(self, model: Any, losses: List[Any], values: List[Any], names: List[str]) -> None:
        self.losses = losses
        self.values = values
        self.names = names
        self._model = model
        tensors = [each for each in losses if isinstance(each, keras.KerasTensor)]
        self._numbers = [float(each) for each in losses if not isinstance(each, keras.KerasTensor)]
        self._ends = len(model.outputs), len(model.outputs) + len(tensors)
        self._graph = keras.Model(model._inputs_struct, [*model.outputs, *tensors, *values])  # noqa: SLF001

    def __call__(self, inputs: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        found = list(self._graph.call(inputs, training=training, mask=mask, **kwargs))
        first, second = self._ends
        losses = [*found[first:second], *map(keras.ops.convert_to_tensor, self._numbers)]
        keras.layers.Layer.add_loss(self._model, losses)  # a functional model refuses it
        for tensor, value, name in zip(self.values, found[second:], self.names):
            if not hasattr(tensor, added_metrics.OBJECT):
                added_metrics.metric(self._model, tensor, name).update_state(value)
        return keras.tree.pack_sequence_as(self._model._outputs_struct, found[:first])  # noqa: SLF001
