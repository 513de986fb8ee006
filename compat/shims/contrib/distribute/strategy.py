"""The methods of all `tf.contrib.distribute` strategies, under the names of 1.12 (towers) and of 1.13 (replicas).

https://github.com/tensorflow/tensorflow/blob/v1.12.3/tensorflow/python/training/distribute.py
https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/distribute/distribute_lib.py
"""

import inspect
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import tensorflow as tf

from compat.shims.contrib.distribute.inputs import PerReplicaDataset
from compat.shims.tensorflow.strategies import RunV2

_TWO = 2


class LegacyStrategy(RunV2, tf.compat.v1.distribute.Strategy, tf.distribute.Strategy):  # type: ignore[misc]
    """A strategy of `tf.distribute` with the methods it had in contrib, most of which moved to `strategy.extended`."""

    def call_for_each_replica(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call `fn(*args, **kwargs)` on each replica, with its own part of each argument, and return the results.

        Optimizers of `tf.train` divide the loss by the number of replicas, as in 1.12 and 1.13, which alone had this
        method; 1.14 and 1.15 did so in Estimators only.
        """
        args, kwargs = _arguments(args, kwargs)
        kwargs.pop("run_concurrently", None)
        with self._dividing_losses():
            return self.extended.call_for_each_replica(fn, args, kwargs)

    @contextmanager
    def _dividing_losses(self) -> Iterator[None]:
        """Let optimizers of `tf.train` divide the loss by the number of replicas."""
        this: Any = self
        before, this._scale_loss_for_estimator = this._scale_loss_for_estimator, True
        try:
            yield
        finally:
            this._scale_loss_for_estimator = before

    call_for_each_tower = call_for_each_replica

    def distribute_dataset(self, dataset_fn: Callable[[], Any]) -> PerReplicaDataset:
        """Distribute the dataset that `dataset_fn` makes: each replica takes one element per step."""
        return PerReplicaDataset(self, dataset_fn)

    def run_steps_on_dataset(
        self, fn: Callable[..., Any], iterator: Any, iterations: Any = 1, initial_loop_values: Any = None
    ) -> Any:
        """Return the context of `iterations` calls of `fn(context, *inputs)`, with the operation that runs them.

        1.13 called `fn(context, inputs)`; a function with two parameters is called that way, but for an element of one
        part with the part, as in 1.12: 1.13.2 had put it into a tuple. Losses are divided as under
        `call_for_each_replica`, which both went with 1.14.
        """

        def step(context: Any, inputs: Any) -> Any:
            parts = inputs if isinstance(inputs, tuple) else (inputs,)
            return fn(context, inputs) if _takes_two(fn) else fn(context, *parts)

        with self._dividing_losses():
            return self.extended.experimental_run_steps_on_iterator(step, iterator, iterations, initial_loop_values)

    def reduce(self, reduce_op: Any = None, value: Any = None, axis: Any = None, **kwargs: Any) -> Any:
        """Return the sum or mean of `value` over the replicas.

        1.12 took `destinations` as the third argument; if given, the result is mirrored to them.
        """
        destinations = kwargs.pop("destinations", None if axis is None or isinstance(axis, int) else axis)
        reduce_op = _reduce_op(kwargs.pop("aggregation", reduce_op))
        if kwargs:
            raise TypeError(f"reduce() got an unexpected keyword argument {next(iter(kwargs))!r}")
        if destinations is None:
            return super().reduce(reduce_op, value, axis)
        return self.extended.reduce_to(reduce_op, value, destinations)

    def batch_reduce(self, aggregation: Any, value_destination_pairs: Any) -> Any:
        """Return the sum or mean of each value, mirrored to its destinations."""
        return self.extended.batch_reduce_to(_reduce_op(aggregation), value_destination_pairs)

    def broadcast(self, tensor: Any, destinations: Any = None) -> Any:
        """Return the tensor mirrored to the devices, by default to all."""
        if destinations is None:
            destinations = self.extended.call_for_each_replica(lambda: tf.zeros(()))
        return self.extended.broadcast_to(tensor, destinations)

    def update(self, var: Any, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Run `fn(variable, *args, **kwargs)` on every device that holds a copy of `var`."""
        group = _is_grouped(kwargs)
        return self.extended.update(var, fn, *_arguments(args, kwargs), group)

    def update_non_slot(self, colocate_with: Any, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Run `fn(*args, **kwargs)` on the devices that `non_slot_devices` names."""
        group = _is_grouped(kwargs)
        return self.extended.update_non_slot(colocate_with, fn, *_arguments(args, kwargs), group)

    def read_var(self, v: Any) -> Any:
        """Return the value of a variable; for one that is local to the replicas, the aggregate."""
        return self.extended.read_var(v)

    def value_container(self, value: Any) -> Any:
        """Return the mirrored or per-replica value that `value` is a part of, or `value` itself."""
        return self.extended.value_container(value)

    def unwrap(self, value: Any) -> Tuple[Any, ...]:
        """Return the value on each replica."""
        return tuple(self.experimental_local_results(value))

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """Return a scope that creates variables on the device of another variable."""
        return self.extended.colocate_vars_with(colocate_with_variable)

    def non_slot_devices(self, var_list: Any) -> Any:
        """Return the devices for those variables of an optimizer that do not belong to a model variable."""
        return self.extended.non_slot_devices(var_list)

    def initialize(self) -> List[Any]:
        """Return the operations that prepare the devices; only TPUs need one."""
        return []

    def finalize(self) -> List[Any]:
        """Return the operations that release the devices; only TPUs need one."""
        return []

    def experimental_initialize(self) -> List[Any]:
        return self.initialize()

    def experimental_finalize(self) -> List[Any]:
        return self.finalize()

    @property
    def num_towers(self) -> int:
        """The number of replicas."""
        return int(self.num_replicas_in_sync)

    @property
    def is_single_tower(self) -> bool:
        """True if there is only one replica."""
        return self.num_towers == 1

    @property
    def worker_devices(self) -> Tuple[str, ...]:
        """The devices of the replicas."""
        return tuple(self.extended.worker_devices)

    @property
    def parameter_devices(self) -> Tuple[str, ...]:
        """The devices of the variables."""
        return tuple(self.extended.parameter_devices)

    @property
    def between_graph(self) -> bool:
        """True if every worker builds its own graph."""
        return bool(self.extended.experimental_between_graph)

    @property
    def require_static_shapes(self) -> bool:
        """True if every batch must have the same size."""
        return bool(self.extended.experimental_require_static_shapes)

    @property
    def should_init(self) -> bool:
        """True if this worker initialises the variables."""
        return bool(self.extended.experimental_should_init)

    @property
    def should_checkpoint(self) -> bool:
        """True if this worker writes checkpoints."""
        return bool(self.extended.should_checkpoint)

    @property
    def should_save_summary(self) -> bool:
        """True if this worker writes summaries."""
        return bool(self.extended.should_save_summary)


def _arguments(args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
    """Return the arguments, which are given one by one, as in 1.12, or as `args=` and `kwargs=`."""
    given, named = kwargs.pop("args", None), kwargs.pop("kwargs", None)
    if args and given is not None:
        raise ValueError("Can't pass *args and args=...")
    if kwargs and named is not None:
        raise ValueError("Can't pass **kwargs and kwargs=...")
    return tuple(args if given is None else given), dict(kwargs if named is None else named)


def _is_grouped(kwargs: Dict[str, Any]) -> bool:
    """Return the value of `group=`, which 1.12 called `grouped=`; the default is True."""
    return bool(kwargs.pop("group", True)) & bool(kwargs.pop("grouped", True))


def _reduce_op(given: Any) -> Any:
    """Return the `tf.distribute.ReduceOp` for a `tf.VariableAggregation`, which 1.12 took; other values are unchanged.

    Raises:
        ValueError: an aggregation that is neither the sum nor the mean.

    """
    name = getattr(given, "name", None)
    if name is None:
        return given
    if name not in tf.distribute.ReduceOp.__members__:
        raise ValueError(f"values of replicas are reduced to their sum or their mean, not by {given}")
    return tf.distribute.ReduceOp[name]


def _takes_two(fn: Callable[..., Any]) -> bool:
    kinds = [each.kind for each in inspect.signature(fn).parameters.values()]
    return len(kinds) == _TWO and inspect.Parameter.VAR_POSITIONAL not in kinds


def device_count(kind: str) -> int:
    """Return the number of devices of a kind, such as GPU, that TensorFlow sees here."""
    return len(tf.config.experimental.list_logical_devices(kind))


def check_gpus(strategy: str, wanted: Optional[int], cluster: Any) -> None:
    """Check that this machine has the GPUs; those of a cluster are on other machines.

    Raises:
        ValueError: it has fewer GPUs.

    """
    if not wanted or cluster:
        return
    present = device_count("GPU")
    if wanted > present:
        raise ValueError(
            f"{strategy} is to run on {wanted} GPUs, and TensorFlow sees {present or 'none'} here: "
            f"ask for {f'{present} or less' if present else '0, which is the CPU,'} or name the devices"
        )
