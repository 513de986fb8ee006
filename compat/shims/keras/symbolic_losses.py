"""`model.add_loss(tensor)` on Keras 3, of a tensor that layers compute: the model computes it in each call.

Keras 3 takes losses only while a layer or model is called.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* a compiled model has the loss at once; Keras 2.3.1 took it at the next `compile`
"""

from typing import Any, List

import keras


def is_symbolic(model: Any, loss: Any) -> bool:
    """True if a functional model is given a tensor that layers compute."""
    return isinstance(loss, keras.KerasTensor) and "_outputs_struct" in vars(model)


def add(model: Any, loss: Any) -> None:
    """Compute the loss whenever the model is called; its graph, layers and files stay what they were."""
    known = vars(model).get("call")
    losses = [*known.losses, loss] if isinstance(known, _CallWithLosses) else [loss]
    vars(model)["call"] = _CallWithLosses(model, losses)


class _CallWithLosses:
    """The `call` of a functional model, along a graph that ends with the losses too."""

    def __init__(self, model: Any, losses: List[Any]) -> None:
        self.losses = losses
        self._model = model
        self._graph = keras.Model(model._inputs_struct, [*model.outputs, *losses])  # noqa: SLF001

    def __call__(self, inputs: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        found = list(self._graph.call(inputs, training=training, mask=mask, **kwargs))
        outputs = found[: -len(self.losses)]
        keras.layers.Layer.add_loss(self._model, found[-len(self.losses) :])  # a functional model refuses it
        return keras.tree.pack_sequence_as(self._model._outputs_struct, outputs)  # noqa: SLF001
