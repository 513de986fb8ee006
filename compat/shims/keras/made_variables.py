"""Variables that a loss, a metric, a `Lambda` or the `call` of a layer makes: Keras 2 made them once, with its graph.

Keras 3 runs such code in a `tf.function`, which refuses variables: here they are made outside of it, and kept.
https://www.tensorflow.org/guide/function#creating_tfvariables

Known deviations:
* a batch of another shape may be another graph, whose variables start anew
* variables whose initial value the graph computes, such as a random one, are left to Keras 3, which refuses them
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Callable, Iterator

import tensorflow as tf

_KEPT = "_legacy_made_variables"
_OF_VARIABLES = ("initial_value", "trainable", "name", "dtype", "constraint", "shape")


def outside(**kwargs: Any) -> Any:
    """Make a variable outside of all graphs: those that build one have creators of their own, for this thread."""
    given = {name: kwargs[name] for name in _OF_VARIABLES if kwargs.get(name) is not None}
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(tf.Variable, **given).result()


@contextmanager
def kept(model: Any) -> Iterator[None]:
    """Keep the variables with the model that are made meanwhile in the graph of a function."""

    def make(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        value = _constant(kwargs.get("initial_value"))
        if not tf.inside_function() or value is None:
            return next_creator(**kwargs)
        variable = outside(**dict(kwargs, initial_value=value))
        vars(model).setdefault(_KEPT, []).append(variable)
        return variable

    with tf.variable_creator_scope(make):
        yield


def _constant(value: Any) -> Any:
    """The initial value, outside of the graph; None if the graph computes it of other tensors."""
    value = value() if callable(value) else value
    if isinstance(value, tf.Tensor) and not hasattr(value, "numpy"):
        value = tf.get_static_value(value)
    return value
