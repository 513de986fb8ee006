"""The variables that stand for those of a Keras model in the graph of an Estimator.

Names are upstream's where Keras 3 has the same (`dense/kernel`), so that each can read the checkpoints of the other.
"""

import os
from typing import Any, Dict, List, Sequence, Tuple

import keras
import tensorflow as tf

from compat.shims.keras_estimator.outside import outside_of_graphs

_v1 = tf.compat.v1
_ONLY_FIRST = tf.VariableAggregation.ONLY_FIRST_REPLICA
_APART = 7919
"""The distance between the seeds of two neighbouring replicas."""


class FirstWeights:
    """The checkpoint `folder/keras_model.ckpt` with the weights that the model had when it became an Estimator."""

    def __init__(self, model: Any, folder: str) -> None:
        self._model = model
        self._prefix = os.path.join(folder, "keras_model.ckpt")
        if model.built and model.variables:
            self.save()

    def save(self) -> None:
        """Write the checkpoint, unless an earlier run has written it."""
        outside_of_graphs(self._save)

    def _save(self) -> None:
        folder = os.path.dirname(self._prefix)
        if tf.train.latest_checkpoint(folder):
            return
        tf.io.gfile.makedirs(folder)
        names, variables = zip(*named(kept(self._model)))
        tf.raw_ops.SaveV2(
            prefix=self._prefix,
            tensor_names=list(names),
            shape_and_slices=[""] * len(names),
            tensors=[tf.convert_to_tensor(variable.numpy()) for variable in variables],
        )
        _v1.train.update_checkpoint_state(folder, self._prefix)

    def initialize(self) -> None:
        """Make the variables of the graph start from the checkpoint.

        Raises:
            ValueError: a run with another model has left its first weights in the folder.

        """
        weights = named(kept(self._model))
        there = tf.train.load_checkpoint(self._prefix).get_variable_to_shape_map()
        for name, variable in weights:
            shape = list(variable.shape)
            if there.get(name) != shape:
                raise ValueError(
                    f"The checkpoint {self._prefix} is of another model: {name!r} has the shape {there.get(name)} "
                    f"there and {shape} here. Give this model a model_dir of its own"
                )
        _v1.train.init_from_checkpoint(self._prefix, {name: name for name, _ in weights})


def kept(model: Any) -> List[Any]:
    """Return the variables that checkpoints contain: all but the states of seeds, which TF 1 did not have."""
    return [variable for variable in model.variables if not _is_seed(variable)]


def named(variables: Sequence[Any]) -> List[Tuple[str, Any]]:
    """Return each variable with its name in the graph: `layer/weight` if all of these differ, else the full path."""
    paths = [variable.path for variable in variables]
    short = [_layer_and_weight(path) for path in paths]
    names = short if len(set(short)) == len(short) else paths
    return list(zip(names, variables))


def _layer_and_weight(path: str) -> str:
    return "/".join(path.split("/")[-2:])


class GraphVariables:
    """A graph variable for each Keras variable, and the values that go into and come out of a `StatelessScope`."""

    def __init__(self) -> None:
        self._variables: Dict[int, Tuple[Any, Any]] = {}
        self._taken: Dict[int, Any] = {}
        self._ignored: List[Any] = []

    def add_weights(self, model: Any) -> None:
        """Add variables for the model's weights, saved in checkpoints, and for its seeds, new in each session."""
        trainable = {id(variable) for variable in model.trainable_variables}
        for name, variable in named(kept(model)):
            self._add(name, variable, **({} if id(variable) in trainable else _fixed(variable)))
        for index, variable in enumerate(filter(_is_seed, model.variables)):
            first = outside_of_graphs(variable.numpy)
            self._local(f"seed_generators/{index}", variable, _v1.constant_initializer(first), _ONLY_FIRST)

    def add_metrics(self, variables: Sequence[Any]) -> None:
        """Add variables for those of metrics, which restart with each evaluation."""
        for index, variable in enumerate(variables):
            name = f"keras_metrics/{index}/{variable.name}"
            self._local(name, variable, _v1.zeros_initializer(), tf.VariableAggregation.SUM)

    def _local(self, name: str, variable: Any, initializer: Any, aggregation: Any) -> None:
        """Add a variable of which each replica has its own, for one session."""
        self._add(
            name,
            variable,
            trainable=False,
            initializer=initializer,
            collections=[_v1.GraphKeys.LOCAL_VARIABLES],
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=aggregation,
        )

    def _add(self, name: str, variable: Any, **options: Any) -> None:
        shape, kind = tuple(variable.shape), keras.backend.standardize_dtype(variable.dtype)
        made = _v1.get_variable(name, shape=shape, dtype=kind, use_resource=True, **options)
        self._variables[id(variable)] = (variable, made)

    def ignore(self, variables: Sequence[Any]) -> None:
        """Let the model read zeros from `variables`, and forget what it assigns."""
        self._ignored = list(variables)

    def of(self, variables: Sequence[Any]) -> List[Any]:
        """Return the graph variables that stand for `variables`."""
        return [self._variables[id(variable)][1] for variable in variables]

    def scope(self, **options: Any) -> Any:
        """Return a `StatelessScope` in which the model has the values of the graph."""
        mapping = [(variable, tf.zeros(variable.shape, variable.dtype)) for variable in self._ignored]
        for variable, made in self._variables.values():
            self._taken[id(variable)] = value = _shifted(variable, tf.convert_to_tensor(made), 1)
            mapping.append((variable, value))
        return keras.StatelessScope(state_mapping=mapping, **options)

    def updates(self, scope: Any, variables: Sequence[Any]) -> List[Any]:
        """Return graph assignments for the values that the model assigned to `variables` in the scope."""
        assignments = []
        for variable in variables:
            value = scope.get_current_value(variable)
            if value is not None and value is not self._taken[id(variable)]:
                made = self._variables[id(variable)][1]
                assignments.append(made.assign(_shifted(variable, tf.cast(value, made.dtype), -1)))
        return assignments


def _fixed(variable: Any) -> Dict[str, Any]:
    """Return the options of a variable that is not trainable, such as a moving statistic.

    Each replica has its own, and their mean is kept, as in upstream's batch normalization; of integers, the first.
    """
    mean = tf.as_dtype(keras.backend.standardize_dtype(variable.dtype)).is_floating
    return {
        "trainable": False,
        "synchronization": tf.VariableSynchronization.ON_READ,
        "aggregation": tf.VariableAggregation.MEAN if mean else _ONLY_FIRST,
    }


def _is_seed(variable: Any) -> bool:
    return bool(variable.name == "seed_generator_state")


def _shifted(variable: Any, value: Any, direction: int) -> Any:
    """Shift a seed to the replica's own, or back: in TF 1 every replica drew its own numbers."""
    context = tf.distribute.get_replica_context()
    if not _is_seed(variable) or context is None:
        return value
    return value + tf.cast(direction * _APART * context.replica_id_in_sync_group, value.dtype)
