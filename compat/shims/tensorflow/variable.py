"""`tf.Variable` of TensorFlow 1: it takes the arguments of that release, and every variable is an instance of it.

On TensorFlow 2 `tf.compat.v1.Variable` makes variables that are not its own instances, and takes its third positional
argument, which is `collections` in TensorFlow 1, for `validate_shape`.

https://www.tensorflow.org/api_docs/python/tf/compat/v1/Variable

Known deviations:
* an object stands for the class: calls, subclassing, `isinstance` and `issubclass` work; `type` shows the difference
"""

from typing import Any, Tuple

import tensorflow as tf

ORDER = (
    "initial_value",
    "trainable",
    "collections",
    "validate_shape",
    "caching_device",
    "name",
    "variable_def",
    "dtype",
    "expected_shape",
    "import_scope",
    "constraint",
    "use_resource",
    "synchronization",
    "aggregation",
    "shape",
)


class _Variable:
    """`tf.Variable(initial_value=None, trainable=None, collections=None, ...)`, in the order of TensorFlow 1.15."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return tf.compat.v1.Variable(*args[:2], **dict(zip(ORDER[2:], args[2:])), **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(tf.compat.v1.Variable, name)

    def __mro_entries__(self, bases: Tuple[Any, ...]) -> Tuple[type, ...]:
        return (tf.compat.v1.Variable,)

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, tf.Variable)

    def __subclasscheck__(self, subclass: type) -> bool:
        return issubclass(subclass, tf.Variable)


Variable = _Variable()
