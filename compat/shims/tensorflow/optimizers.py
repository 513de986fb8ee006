"""The optimizers of `tf.keras` in TensorFlow 1.14 to 2.10, where they differ from those of standalone Keras.

Learning rates are those of Keras 3, `clipnorm` clips each variable, and a sparse gradient updates only its own rows.
https://github.com/tensorflow/tensorflow/tree/v1.15.5/tensorflow/python/keras/optimizer_v2

Known deviations:
* an optimizer that `compile` gets by name is that of standalone Keras
"""

from typing import Any, Dict, List, Mapping, Tuple

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras import optimizers
from compat.shims.keras.keywords import with_modern_keywords

_MOMENTS = ("learning_rate", "beta_1", "beta_2", "epsilon", "amsgrad")
_POSITIONS: Mapping[str, Tuple[str, ...]] = {
    "SGD": ("learning_rate", "momentum", "nesterov"),
    "RMSprop": ("learning_rate", "rho", "momentum", "epsilon", "centered"),
    "Adagrad": ("learning_rate", "initial_accumulator_value", "epsilon"),
    "Adadelta": ("learning_rate", "rho", "epsilon"),
    "Adam": _MOMENTS,
    "Adamax": _MOMENTS[:-1],
    "Nadam": _MOMENTS[:-1],
    "Ftrl": (
        *("learning_rate", "learning_rate_power", "initial_accumulator_value", "l1_regularization_strength"),
        *("l2_regularization_strength", "name", "l2_shrinkage_regularization_strength"),
    ),
}


class _OfTensorFlow(optimizers.Legacy):
    """What all have in common; `_spares_slots`: rows without a gradient keep their slots as well as their weights."""

    _positions = _POSITIONS
    _spares_slots = True
    _updated: Any = None
    _rows: Any = None

    @staticmethod
    def _modern(symbol: str, kwargs: Dict[str, Any]) -> Dict[str, Any]:
        return with_modern_keywords(symbol, kwargs)

    def _clip_gradients(self, grads: List[Any]) -> List[Any]:
        """Clip each by its norm and then by value; the slices of an embedding before they are added up."""
        clipped: List[Any] = keras.optimizers.Optimizer._clip_gradients(self, grads)  # noqa: SLF001
        if self.clipnorm and self.clipvalue:
            clipped = [None if each is None else ops.clip(each, -self.clipvalue, self.clipvalue) for each in clipped]
        return clipped

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Update `variable`, and of a sparse gradient only the rows that it has."""
        rows = None
        if isinstance(gradient, tf.IndexedSlices):
            ones = tf.ones_like(gradient.indices, tf.int32)
            counts = tf.math.unsorted_segment_sum(ones, gradient.indices, variable.shape[0])
            rows = tf.reshape(counts > 0, (-1, *(1 for _ in variable.shape[1:])))
        vars(self).update(_rows=rows, _updated=variable)
        super().update_step(gradient, variable, learning_rate)
        vars(self).update(_rows=None, _updated=None)

    def _is_spared(self, variable: Any) -> bool:
        if self._rows is None:
            return False
        is_slot = self._spares_slots and tuple(variable.shape) == tuple(self._updated.shape)
        return variable is self._updated or is_slot

    def assign(self, variable: Any, value: Any) -> None:
        """Set a variable, in the rows that have a gradient."""
        if self._is_spared(variable):
            value = ops.where(self._rows, value, variable)
        super().assign(variable, value)  # type: ignore[misc]

    def assign_add(self, variable: Any, value: Any) -> None:
        """Add to a variable, in the rows that have a gradient."""
        super().assign_add(variable, self._spared(variable, value))  # type: ignore[misc]

    def assign_sub(self, variable: Any, value: Any) -> None:
        """Subtract from a variable, in the rows that have a gradient."""
        super().assign_sub(variable, self._spared(variable, value))  # type: ignore[misc]

    def _spared(self, variable: Any, value: Any) -> Any:
        return ops.where(self._rows, value, ops.zeros_like(value)) if self._is_spared(variable) else value


class SGD(_OfTensorFlow, optimizers.SGD):
    """`SGD(learning_rate=0.01, momentum=0.0, nesterov=False, **kwargs)`."""


class RMSprop(_OfTensorFlow, optimizers.RMSprop):
    """`RMSprop(learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False, **kwargs)`.

    Epsilon is added to the root, with `momentum` under it.
    """

    def _is_spared(self, variable: Any) -> bool:
        """Without momentum the squares of all rows decay."""
        return self.momentum > 0 and super()._is_spared(variable)

    def _step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        if self.momentum > 0 or not self.centered:
            super()._step(gradient, variable, learning_rate)
            return
        index = self._get_variable_index(variable)
        velocity, average = self._velocities[index], self._average_gradients[index]
        self.assign(velocity, self.rho * velocity + (1 - self.rho) * ops.square(gradient))
        self.assign(average, self.rho * average + (1 - self.rho) * gradient)
        root = ops.sqrt(velocity - ops.square(average))
        self.assign_sub(variable, learning_rate * gradient / (root + self.epsilon))


class Adagrad(_OfTensorFlow, optimizers.Adagrad):
    """`Adagrad(learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-07, **kwargs)`."""


class Adadelta(_OfTensorFlow, optimizers.Adadelta):
    """`Adadelta(learning_rate=0.001, rho=0.95, epsilon=1e-07, **kwargs)`."""


class Adam(_OfTensorFlow, optimizers.Adam):
    """`Adam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, **kwargs)`; all rows move."""

    def _is_spared(self, variable: Any) -> bool:
        del variable
        return False


class Adamax(_OfTensorFlow, optimizers.Adamax):
    """`Adamax(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, **kwargs)`."""


class Nadam(_OfTensorFlow, optimizers.Nadam):
    """`Nadam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, **kwargs)`; the slots of all rows decay."""

    _spares_slots = False


class Ftrl(_OfTensorFlow, keras.optimizers.Ftrl):  # type: ignore[misc]
    """`Ftrl(learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, ...)`."""


for _cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam, Ftrl):
    # Saved models name the class that Keras 3 can load without this toolkit.
    _cls.__module__ = "keras.optimizers"
