"""The optimizers of `tf.keras`: `lr` and `decay` as in standalone Keras, with the defaults of TensorFlow 2.

From TensorFlow 1.14 to 2.15 `tf.keras` had the default rates of Keras 3, took positional arguments in its order, and
clipped each gradient by its own norm. A sparse gradient updates only its own rows, as it did up to 2.10.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py

Known deviations:
* `tf.keras` of TensorFlow 1.13 and before had the defaults and the order of standalone Keras
* TensorFlow 2.0 and 2.1 did not clip in `fit`
"""

import inspect
from typing import Any, Dict, List, Mapping, Type

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras import optimizers
from compat.shims.keras.gradients import gradients


class _OfTensorFlow(optimizers.Legacy):
    """Takes the arguments of `tf.keras`; with `_spares_slots`, rows without a gradient keep their slots, too."""

    _spares_slots = True
    _updated: Any = None
    _rows: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        modern = next(cls for cls in type(self).__mro__ if cls.__module__.startswith("keras.src"))
        parameters = inspect.signature(modern).parameters
        kwargs.update(zip(parameters, args))
        given = {"learning_rate", "lr"} & set(kwargs)
        kwargs = {**({} if given else {"learning_rate": parameters["learning_rate"].default}), **kwargs}
        for name in ("initial_accumulator_value", "epsilon"):
            if name in parameters:
                kwargs.setdefault(name, parameters[name].default)
        super().__init__(**kwargs)

    def _clip_together(self, kwargs: Dict[str, Any]) -> None:
        """Each gradient is clipped by itself, as in Keras 3."""

    def _clip_gradients(self, grads: List[Any]) -> List[Any]:
        """Clip each by its norm and then by value; the slices of an embedding before they are added up."""
        clipped: List[Any] = keras.optimizers.Optimizer._clip_gradients(self, grads)  # noqa: SLF001
        if self.clipnorm and self.clipvalue:
            clipped = [None if each is None else ops.clip(each, -self.clipvalue, self.clipvalue) for each in clipped]
        return clipped

    def get_gradients(self, loss: Any, params: Any) -> List[Any]:
        """Return the gradients of the loss, each clipped by itself."""
        return self._clip_gradients(gradients(loss, params))

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
    """`SGD` of `tf.keras`."""


class RMSprop(_OfTensorFlow, optimizers.RMSprop):
    """`RMSprop` of `tf.keras`: epsilon is added to the root, with `momentum` under it."""

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
    """`Adagrad` of `tf.keras`."""


class Adadelta(_OfTensorFlow, optimizers.Adadelta):
    """`Adadelta` of `tf.keras`."""


class Adam(_OfTensorFlow, optimizers.Adam):
    """`Adam` of `tf.keras`, which moves all rows."""

    def _is_spared(self, variable: Any) -> bool:
        del variable
        return False


class Adamax(_OfTensorFlow, optimizers.Adamax):
    """`Adamax` of `tf.keras`."""


class Nadam(_OfTensorFlow, optimizers.Nadam):
    """`Nadam` of `tf.keras`; the slots of all rows decay."""

    _spares_slots = False


class Ftrl(_OfTensorFlow, keras.optimizers.Ftrl):  # type: ignore[misc]
    """`Ftrl` of `tf.keras`."""


CLASSES: Dict[str, Type[Any]] = {
    cls.__name__.lower(): cls for cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam, Ftrl)
}
for _cls in CLASSES.values():
    # Saved models name the class that Keras 3 can load without this toolkit.
    _cls.__module__ = "keras.optimizers"


def loadable(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the classes under the names that files have for them; those in `given` are a script's."""
    return optimizers.loadable(given, CLASSES)


def get(identifier: Any) -> Any:
    """Return the optimizer for a name, a config or an instance."""
    made = CLASSES.get(identifier.lower()) if isinstance(identifier, str) else None
    if made is not None:
        return made()
    return deserialize(identifier) if isinstance(identifier, dict) else optimizers.get(identifier)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """Return the optimizer for a configuration, which may have `lr` and `decay`."""
    return optimizers.from_dictionary(config, CLASSES, custom_objects)
