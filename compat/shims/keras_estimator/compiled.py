"""The optimizer and the metric names that upstream would have made from the arguments of `compile`."""

from typing import Any, Dict, List, Tuple

import keras
import tensorflow as tf

from compat.shims.keras_estimator.outside import outside_of_graphs
from compat.tables.names.log_keys import SHORT_METRICS

_v1 = tf.compat.v1


def train_op(model: Any, loss: Any, variables: List[Any], updates: List[Any]) -> Tuple[Any, Any]:
    """Take one step down the mean gradient of the replicas, and count it.

    Return this replica's part of the loss that an Estimator reports, and the op. An Estimator takes the mean of the
    parts if the optimizer is one of `tf.train`, and otherwise the sum.
    """
    step = _v1.train.get_or_create_global_step()
    legacy = getattr(model.optimizer, "train_optimizer", None)
    with tf.control_dependencies(updates), _v1.name_scope("training"):
        if legacy is not None:
            return loss, legacy.minimize(loss, var_list=variables, global_step=step)
        optimizer = _in_graphs(model.optimizer)
        optimizer.iterations = step
        part = loss / replicas()
        return part, tf.group(*optimizer.get_updates(part, variables))


def replicas() -> int:
    """Return the number of replicas that train, by which Keras divides a loss."""
    return int(tf.distribute.get_strategy().num_replicas_in_sync)


def _in_graphs(optimizer: Any) -> Any:
    """Return the optimizer of Keras 2 that does what this one of Keras 3 does, and that runs in graphs."""
    from compat.shims.keras_2.optimizers import convert_to_legacy_optimizer

    made = outside_of_graphs(lambda: convert_to_legacy_optimizer(optimizer))
    kind = type(made).__name__
    if made._name == kind.lower():  # noqa: SLF001
        made._name = kind  # noqa: SLF001 - Keras 3 writes a default name in lower case
    return made


def legacy_metric_names(model: Any) -> Dict[str, str]:
    """Map metrics given to `compile` by name to their names in TensorFlow 1.15: `acc`, `mean_absolute_error`."""
    config = model._compile_config.config  # noqa: SLF001
    given = [config.get("metrics"), config.get("weighted_metrics")]
    return {name: _legacy_name(name) for name in keras.tree.flatten(given) if isinstance(name, str)}


def _legacy_name(name: str) -> str:
    if name in SHORT_METRICS.values():
        return name
    if name in SHORT_METRICS:
        return SHORT_METRICS[name]
    metric = keras.metrics.get(name)
    return str(getattr(metric, "name", None) or getattr(metric, "__name__", name))
