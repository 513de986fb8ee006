"""What tensors of Keras 2 told: `_keras_shape` and `_uses_learning_phase`, which are private, and read by many.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

from typing import Any, Callable, List

import keras
import tensorflow as tf

from compat.shims.keras import learning_phases
from compat.shims.keras.model_nodes import nodes_of

SHAPE = "_keras_shape"
PHASE = "_uses_learning_phase"


def shapes_of(tensors: Any) -> Any:
    """Note the shape of each tensor that has none, and return the tensors."""
    _note_shapes(keras.tree.flatten(tensors))
    return tensors


def _note_shapes(tensors: List[Any]) -> None:
    for each in tensors:
        if isinstance(each, (keras.KerasTensor, tf.Tensor)) and not hasattr(each, SHAPE):
            setattr(each, SHAPE, tuple(each.shape))


def of_input(tensor: Any) -> Any:
    """Note what an input of a model tells, and return it."""
    setattr(tensor, PHASE, False)
    return shapes_of(tensor)


def of_call(layer: Any, inputs: Any, outputs: Any, training: Any) -> Any:
    """Note what the outputs of a call of the layer tell, and return them."""
    flat = keras.tree.flatten(outputs)
    _note_shapes(flat)
    symbolic = [each for each in flat if isinstance(each, keras.KerasTensor)]
    if symbolic:
        uses = any(getattr(each, PHASE, False) for each in keras.tree.flatten(inputs))
        uses = uses or (training is None and is_used(layer))
        for each in symbolic:
            setattr(each, PHASE, uses)
    return outputs


def is_used(layer: Any) -> bool:
    """True if the layer does something else in training; a model, if one of its calls is not in training for good."""
    nodes = nodes_of(layer) if isinstance(layer, keras.Model) else []
    if not nodes:
        return isinstance(layer, keras.layers.Layer) and learning_phases.is_used(layer)
    return any(not each.arguments.kwargs.get("training") and is_used(each.operation) for each in nodes)


def taking_shapes(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, whose tensors have their shapes noted."""

    def noting(*args: Any, **kwargs: Any) -> Any:
        shapes_of((args, kwargs))
        return call(*args, **kwargs)

    return noting
