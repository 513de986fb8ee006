"""`keras.backend.gradients` on Keras 3: symbolic tensors that take a derivative whenever they are computed.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviation: the layers between a tensor and the loss are computed once more for each tensor that is asked for.
"""

from typing import Any, List

import keras
import tensorflow as tf

from compat.shims.keras import updates
from compat.shims.keras.functions import connected, inputs_of, is_symbolic


def gradients(loss: Any, variables: Any) -> List[Any]:
    """Return the derivative of the sum of `loss` by each tensor or weight, of its shape; None for one without part.

    They can be computed on, and be the outputs of `keras.backend.function`. In a graph, such as that of a `call`
    method, they are those of TensorFlow.
    """
    listed = list(variables) if isinstance(variables, (list, tuple)) else [variables]
    if not is_symbolic(loss):
        step = updates.current()
        found = step.gradients(loss, listed) if step is not None else None
        return list(tf.gradients(loss, [updates.raw(each) for each in listed])) if found is None else found
    return [_by_tensor(loss, each) if is_symbolic(each) else _by_weight(loss, each) for each in listed]


def _by_tensor(loss: Any, tensor: Any) -> Any:
    (tensor,), (loss,) = connected([tensor], [loss])
    sources, is_reached = inputs_of(loss, tensor)
    return _ByTensor(loss, [tensor, *sources])([tensor, *sources]) if is_reached else None


def _by_weight(loss: Any, weight: Any) -> Any:
    sources, _ = inputs_of(loss, None)
    made = _ByWeight(loss, sources, weight)
    return made(sources) if any(each is weight for each in made.model.weights) else None


class _ByTensor(keras.layers.Layer):  # type: ignore[misc]
    """The derivative of what a model computes by its first input."""

    def __init__(self, loss: Any, inputs: List[Any]) -> None:
        super().__init__()
        self.model = keras.Model(inputs, loss)

    def call(self, values: List[Any]) -> Any:
        """Return an array of the shape of the first of the values."""
        first = tf.convert_to_tensor(values[0])
        with tf.GradientTape() as tape:
            tape.watch(first)
            loss = self.model([first, *values[1:]])
        return tape.gradient(loss, first, unconnected_gradients="zero")

    def compute_output_spec(self, values: List[Any]) -> Any:
        return keras.KerasTensor(values[0].shape, values[0].dtype)


class _ByWeight(_ByTensor):
    """The derivative of what a model computes by one of its weights."""

    def __init__(self, loss: Any, inputs: List[Any], weight: Any) -> None:
        super().__init__(loss, inputs)
        self.weight = weight

    def call(self, values: List[Any]) -> Any:
        """Return an array of the shape of the weight."""
        value = self.weight.value
        with tf.GradientTape() as tape:
            tape.watch(value)
            loss = self.model(values)
        return tape.gradient(loss, value, unconnected_gradients="zero")

    def compute_output_spec(self, values: List[Any]) -> Any:
        del values
        return keras.KerasTensor(self.weight.shape, self.weight.dtype)
