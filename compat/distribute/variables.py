"""Move variables into the scope of a strategy after they were made."""

from typing import Any

import tensorflow as tf


def mirror(owner: Any, strategy: Any) -> None:
    """Give the variables of a model, an optimizer or a metric a copy on each replica, in place."""
    variables = getattr(owner, "variables", ())
    for variable in () if callable(variables) else variables:
        value = getattr(variable, "_value", None)
        if isinstance(value, tf.Variable) and not strategy.extended.variable_created_in_scope(value):
            current = value.numpy()
            with strategy.scope():
                variable._initialize(current)


def move(owner: Any, strategy: Any) -> None:
    """Mirror the variables of `owner`; an optimizer is told to update them under `strategy`."""
    mirror(owner, strategy)
    for part in (owner, getattr(owner, "inner_optimizer", owner)):
        if hasattr(part, "_distribution_strategy"):
            part._distribution_strategy = strategy


def strategy_of(model: Any) -> Any:
    """Return the strategy that a model was made or is trained under, or None."""
    own = getattr(model, "_distribute_strategy", None)
    return getattr(own, "shared_strategy", own)


def sum_on_read(metric: Any, strategy: Any) -> None:
    """Let each replica count on its own, and add up when the metric is read; Keras does so from 3.9 on."""
    for variable in metric.variables:
        value = variable._value
        if value.synchronization != tf.VariableSynchronization.ON_READ:
            with strategy.scope():
                variable._value = tf.Variable(
                    value.numpy(),
                    dtype=value.dtype,
                    trainable=False,
                    name=value.name.split(":", maxsplit=1)[0],
                    aggregation=tf.VariableAggregation.SUM,
                    synchronization=tf.VariableSynchronization.ON_READ,
                )
