"""The optimizers of `tf.train` for models of Keras 3: the same update rule, from the same arguments.

A `tf.train` optimizer works in graphs. A model that is compiled with one gets the optimizer of Keras 3 that computes
the same, which remembers the original as `train_optimizer` for `model_to_estimator`.

Known deviations: a learning rate that is a tensor or a function works only with an Estimator.
"""

from typing import Any, Dict

import keras
import tensorflow as tf
from keras import ops

from compat.tables.behaviour.train_optimizers import TRAIN_OPTIMIZERS

_ROWS = {row.legacy.rpartition(".")[2]: row for row in TRAIN_OPTIMIZERS}


class Momentum(keras.optimizers.SGD):  # type: ignore[misc]
    """`tf.train.MomentumOptimizer`: the rate of the step multiplies the whole velocity."""

    momentums: Any

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Update `variable` as `ApplyMomentum` does."""
        learning_rate = ops.cast(learning_rate, variable.dtype)
        gradient = ops.cast(gradient, variable.dtype)
        velocity = self.momentums[self._get_variable_index(variable)]
        now = ops.add(ops.multiply(velocity, self.momentum), gradient)
        self.assign(velocity, now)
        step = ops.add(gradient, ops.multiply(now, self.momentum)) if self.nesterov else now
        self.assign_sub(variable, ops.multiply(step, learning_rate))

    def build(self, variables: Any) -> None:
        """Create the velocities, which Keras leaves out if the momentum is 0."""
        super().build(variables)
        if not self.momentums:
            self.momentums = self.add_optimizer_variables(self._trainable_variables, "momentum")


class RMSProp(keras.optimizers.RMSprop):  # type: ignore[misc]
    """`tf.train.RMSPropOptimizer`: the mean of squares starts from 1."""

    def add_variable_from_reference(self, reference_variable: Any, name: Any = None, initializer: Any = "zeros") -> Any:
        """Create a slot, a mean of squares as 1."""
        start = "ones" if name == "velocity" else initializer
        return super().add_variable_from_reference(reference_variable, name=name, initializer=start)


_CLASSES: Dict[str, Any] = {"MomentumOptimizer": Momentum, "RMSPropOptimizer": RMSProp}


class _InGraphsOnly(keras.optimizers.schedules.LearningRateSchedule):  # type: ignore[misc]
    """Stands for a learning rate that is a tensor or a function; raises ValueError in `fit`."""

    def __call__(self, step: Any) -> Any:
        del step
        raise ValueError(
            "The learning rate of this tf.train optimizer is a tensor or a function, which Keras 3 cannot follow: "
            "give a number or a schedule of keras.optimizers.schedules"
        )

    def get_config(self) -> Dict[str, Any]:
        return {}


def is_train_optimizer(optimizer: Any) -> bool:
    """True if this is an optimizer of `tf.train`."""
    return isinstance(optimizer, tf.compat.v1.train.Optimizer)


def modern_optimizer(optimizer: Any) -> Any:
    """Return the optimizer of Keras 3 that computes what the `tf.train` optimizer does.

    Raises:
        ValueError: no optimizer of Keras 3 computes the same.

    """
    name = type(optimizer).__name__
    row = _ROWS.get(name)
    if row is None or type(optimizer).__module__.partition(".")[0] != "tensorflow":
        raise ValueError(f"No optimizer of Keras 3 computes what {name} does: give compile one of keras.optimizers")
    given = {modern: _argument(optimizer, legacy) for legacy, modern in row.keywords.items()}
    rate = given["learning_rate"]
    if callable(rate) or tf.is_tensor(rate):
        given["learning_rate"] = _InGraphsOnly()
    constants = {keyword: float(value) for keyword, value in row.constants.items()}
    kind = _CLASSES.get(name) or getattr(keras.optimizers, row.modern.rpartition(".")[2])
    made = kind(**given, **constants)
    made.train_optimizer = optimizer
    return made


def _argument(optimizer: Any, parameter: str) -> Any:
    """Return an argument of the optimizer, which keeps each as an attribute with a leading underscore."""
    if parameter == "learning_rate" and hasattr(optimizer, "_lr"):
        return optimizer._lr  # noqa: SLF001
    return getattr(optimizer, "_" + parameter)
