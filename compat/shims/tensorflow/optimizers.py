"""The optimizers of `tf.keras`: `lr` and `decay` as in standalone Keras, with the defaults of TensorFlow 2.

From TensorFlow 1.14 to 2.15 `tf.keras` had the default rates of Keras 3, took positional arguments in its order, and
clipped each gradient by its own norm.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py

Known deviations:
* `tf.keras` of TensorFlow 1.13 and before had the defaults and the order of standalone Keras
* TensorFlow 2.0 and 2.1 did not clip in `fit`
"""

import inspect
from typing import Any, Dict, Type

from compat.shims.keras import optimizers


class _OfTensorFlow:
    """Takes the arguments of `tf.keras`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        modern = next(cls for cls in type(self).__mro__ if cls.__module__.startswith("keras.src"))
        parameters = inspect.signature(modern).parameters
        kwargs.update(zip(parameters, args))
        given = {"learning_rate", "lr"} & set(kwargs)
        kwargs = {**({} if given else {"learning_rate": parameters["learning_rate"].default}), **kwargs}
        if "initial_accumulator_value" in parameters:
            kwargs.setdefault("initial_accumulator_value", parameters["initial_accumulator_value"].default)
        super().__init__(**kwargs)

    def _clip_together(self, kwargs: Dict[str, Any]) -> None:
        """Each gradient is clipped by itself, as in Keras 3."""


class SGD(_OfTensorFlow, optimizers.SGD):
    """`SGD` of `tf.keras`."""


class RMSprop(_OfTensorFlow, optimizers.RMSprop):
    """`RMSprop` of `tf.keras`."""


class Adagrad(_OfTensorFlow, optimizers.Adagrad):
    """`Adagrad` of `tf.keras`."""


class Adadelta(_OfTensorFlow, optimizers.Adadelta):
    """`Adadelta` of `tf.keras`."""


class Adam(_OfTensorFlow, optimizers.Adam):
    """`Adam` of `tf.keras`."""


class Adamax(_OfTensorFlow, optimizers.Adamax):
    """`Adamax` of `tf.keras`."""


class Nadam(_OfTensorFlow, optimizers.Nadam):
    """`Nadam` of `tf.keras`."""


CLASSES: Dict[str, Type[Any]] = {
    cls.__name__.lower(): cls for cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam)
}
for _cls in CLASSES.values():
    # Saved models name the class that Keras 3 can load without this toolkit.
    _cls.__module__ = "keras.optimizers"


def get(identifier: Any) -> Any:
    """Return the optimizer for a name, a config or an instance."""
    made = CLASSES.get(identifier.lower()) if isinstance(identifier, str) else None
    return made() if made is not None else optimizers.get(identifier)
