"""What tensors of Keras 2 told: `_keras_shape` and `_uses_learning_phase`, which are private, and read by many.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
"""

from typing import Any, Callable

import keras
import tensorflow as tf

from compat.shims.keras import learning_phases

SHAPE = "_keras_shape"
PHASE = "_uses_learning_phase"


def shapes_of(tensors: Any) -> Any:
    """Note the shape of each tensor that has none, and return the tensors."""
    for each in keras.tree.flatten(tensors):
        if isinstance(each, (keras.KerasTensor, tf.Tensor)) and not hasattr(each, SHAPE):
            setattr(each, SHAPE, tuple(each.shape))
    return tensors


def of_input(tensor: Any) -> Any:
    """Note what an input of a model tells, and return it."""
    setattr(tensor, PHASE, False)
    return shapes_of(tensor)


def of_call(layer: Any, inputs: Any, outputs: Any, training: Any) -> Any:
    """Note what the outputs of a call of the layer tell, and return them."""
    shapes_of(outputs)
    symbolic = [each for each in keras.tree.flatten(outputs) if isinstance(each, keras.KerasTensor)]
    if symbolic:
        uses = any(getattr(each, PHASE, False) for each in keras.tree.flatten(inputs))
        uses = uses or (training is None and is_used(layer))
        for each in symbolic:
            setattr(each, PHASE, uses)
    return outputs


def is_used(layer: Any) -> bool:
    """True if the layer does something else in training; a model, if one of its calls is not in training for good."""
    nodes = getattr(getattr(layer, "_functional", None) or layer, "_nodes_by_depth", None)
    if nodes is None or not isinstance(layer, keras.Model):
        return isinstance(layer, keras.layers.Layer) and learning_phases.is_used(layer)
    calls = [(each.operation, each.arguments.kwargs.get("training")) for level in nodes.values() for each in level]
    return any(not training and is_used(each) for each, training in calls)


def taking_shapes(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, whose tensors have their shapes noted."""

    def noting(*args: Any, **kwargs: Any) -> Any:
        shapes_of((args, kwargs))
        return call(*args, **kwargs)

    return noting
