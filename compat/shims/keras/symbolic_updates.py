"""`optimizer.get_updates(loss=tensor of a model, params=weights)`, for `keras.backend.function(updates=)`.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Known deviation: slots are made at the first call of the function.
"""

from typing import Any, Callable, List, Sequence

import keras
import tensorflow as tf

from compat.shims.keras import own_optimizers, updates
from compat.shims.keras.functions import connected_to, is_symbolic


class Minimized:
    """The updates of a step that makes a loss smaller, as one."""

    def __init__(self, get_updates: Callable[..., Any], loss: Any, params: Sequence[Any]) -> None:
        self._get_updates = get_updates
        self._loss = loss
        self._params = list(params)
        self._step: Any = None

    def for_inputs(self, inputs: List[Any]) -> Any:
        """Return the function of the inputs that computes the gradients, and returns what makes the step."""
        model = keras.Model(*connected_to([each for each in inputs if is_symbolic(each)], self._loss))
        return _Of(self, model)

    def step(self, loss: Any, gradients: Sequence[Any]) -> None:
        """Make the step."""
        if self._step is None:
            params = [own_optimizers.Param(each, each.path + ":0") for each in self._params]
            self._step, self._used = updates.function(self._get_updates, params, [False for _ in params])
        self._step(tf.reduce_sum(loss), *gradients)


class _Of:
    def __init__(self, minimized: Minimized, model: Any) -> None:
        self._minimized = minimized
        self._model = model

    def __call__(self, values: List[Any], *, training: bool) -> Callable[[], Any]:
        params = [each.value for each in self._minimized._params]  # noqa: SLF001
        with tf.GradientTape() as tape:
            loss = self._model(values, training=training)
        gradients = tape.gradient(loss, params)
        if any(each is None for each in gradients):
            raise ValueError("An operation has `None` for gradient: a weight has no part in the loss")
        found = [tf.convert_to_tensor(each) for each in gradients]
        return lambda: self._minimized.step(loss, found)
