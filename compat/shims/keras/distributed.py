"""Train under a strategy as `tf.keras` of TensorFlow 1.13 did: `compile(distribute=strategy)`, and its batch size.

https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/keras/engine/training.py

The batch size of `fit`, `evaluate` and `predict` is that of one replica if the strategy is one of contrib, both with
`compile(distribute=)` and in the strategy scope. Rows that do not fill a step begin the next epoch.

Known deviations:
* the variables of the model become mirrored ones; legacy trained copies and wrote the weights back after `fit`
* `sample_weight` takes effect; 1.13 lost it, 1.12 raised NotImplementedError
"""

from contextlib import contextmanager
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

import tensorflow as tf

from compat.distribute.variables import move, strategy_of

_DEFAULT_BATCH = 32
_BUFFER = 1024
_MARK = "_compiled_for_strategy"


@contextmanager
def compiled_for(model: Any, strategy: Any, optimizer: Any, metrics: Any) -> Iterator[None]:
    """Compile a model for the replicas of `strategy` in this context.

    A strategy of None undoes that of an earlier `compile`; a model made in a strategy scope keeps its strategy.
    """
    if strategy is None and not getattr(model, _MARK, False):
        own = strategy_of(model)
        if own is None or (tf.distribute.has_strategy() and tf.distribute.get_strategy() is own):
            yield
            return
        _move_all([optimizer, metrics], own)
        with own.scope():
            yield
        return
    target = strategy or tf.distribute.get_strategy()
    _move_all([model, optimizer, metrics], target)
    model._distribute_strategy = strategy  # noqa: SLF001
    setattr(model, _MARK, strategy is not None)
    with target.scope():
        yield


def join_scope(model: Any) -> None:
    """Let a model that was compiled before train under the strategy in whose scope `fit` is called.

    Keras 2 did so with models that `fit` itself builds; one that was built outside raised ValueError there.
    """
    if not tf.distribute.has_strategy() or not tf.distribute.in_cross_replica_context():
        return
    strategy = tf.distribute.get_strategy()
    if strategy_of(model) is strategy:
        return
    _move_all([model, getattr(model, "optimizer", None), *model.metrics], strategy)
    model._distribute_strategy = strategy  # noqa: SLF001
    model.jit_compile = False


def _move_all(parts: Any, strategy: Any) -> None:
    for part in tf.nest.flatten(parts):
        move(part, strategy)


def fit_arguments(model: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
    """Turn the arguments of `fit` into those for a `fit` that takes the global batch.

    Raises:
        NotImplementedError: class weights, or a generator; legacy took neither.
        ValueError: there are too few rows, or a dataset comes without `steps_per_epoch`.

    """
    strategy = _per_replica(model)
    if strategy is None:
        return dict(given)
    if given.get("class_weight"):
        raise NotImplementedError("`class_weight` is currently not supported when using DistributionStrategy.")
    given = dict(given)
    x, y, steps = given.get("x"), given.get("y"), given.get("steps_per_epoch")
    batch_size, weights = given.pop("batch_size", None), given.pop("sample_weight", None)
    if given.get("validation_data") is not None:
        given.update(_validation(strategy, given["validation_data"], given.get("validation_steps"), batch_size))
    if _is_dataset(x):
        _check_steps(steps, "steps_per_epoch")
        given["x"] = _distributed(strategy, x)
        return given
    steps, batch = _steps_and_batch(strategy, _rows(x), steps, batch_size, whole=False)
    dataset = _dataset(x, y, weights)
    if given.get("shuffle", True):
        dataset = dataset.shuffle(_BUFFER)
    dataset = dataset.repeat().batch(batch, drop_remainder=True)
    given.update(x=dataset, y=None, steps_per_epoch=steps, shuffle=False)
    return given


def loop_arguments(model: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
    """Turn the arguments of `evaluate` or `predict` into those for a method that takes the global batch.

    Raises:
        ValueError: the rows do not fill the steps, or a dataset comes without `steps`.

    """
    strategy = _per_replica(model)
    # `fit` evaluates on data that is prepared already
    if strategy is None or given.get("_use_cached_eval_dataset"):
        return dict(given)
    x, steps = given["x"], given.get("steps")
    if _is_dataset(x):
        _check_steps(steps, "steps")
        return {**given, "x": _distributed(strategy, x), "batch_size": None}
    steps, batch = _steps_and_batch(strategy, _rows(x), steps, given.get("batch_size"), whole=True)
    return {**given, "batch_size": batch, "steps": steps}


def refuse(model: Any, method: str) -> None:
    """Refuse a method for single batches under a contrib strategy.

    Raises:
        NotImplementedError: the model has a contrib strategy.

    """
    if _per_replica(model) is not None:
        raise NotImplementedError(f"`{method}` is not supported for models compiled with DistributionStrategy.")


def _per_replica(model: Any) -> Any:
    """Return the model's strategy if a batch is that of one replica; upstream reads the same attribute."""
    strategy = getattr(model, "_distribute_strategy", None)
    if strategy is None or getattr(strategy.extended, "_global_batch_size", True):
        return None
    return strategy


def _is_dataset(x: Any) -> bool:
    if isinstance(x, (tf.data.Dataset, tf.distribute.DistributedDataset)):
        return True
    if tf.nest.flatten(x) and all(hasattr(part, "shape") for part in tf.nest.flatten(x)):
        return False
    raise NotImplementedError(
        f"under a contrib strategy a model takes arrays or a tf.data.Dataset, as it did, not {type(x).__name__}"
    )


def _check_steps(steps: Optional[int], name: str) -> None:
    if steps is None:
        raise ValueError(f"When using Datasets as input, you should specify the `{name}` argument.")


def _rows(x: Any) -> int:
    return int(tf.nest.flatten(x)[0].shape[0])


def _dataset(*parts: Any) -> Any:
    """Return a dataset of the rows of inputs, targets and weights; a list means several inputs."""
    given = tuple(tuple(part) if isinstance(part, list) else part for part in parts if part is not None)
    return tf.data.Dataset.from_tensor_slices(given)


def _distributed(strategy: Any, dataset: Any) -> Any:
    """Distribute the dataset so that each element is the batch of one replica."""
    if not isinstance(dataset, tf.data.Dataset):
        return dataset
    return strategy.distribute_datasets_from_function(lambda _: dataset)


def _validation(strategy: Any, data: Any, steps: Optional[int], batch_size: Optional[int]) -> Dict[str, Any]:
    if _is_dataset(data[0] if isinstance(data, (list, tuple)) else data):
        _check_steps(steps, "validation_steps")
        return {"validation_data": _distributed(strategy, data)}
    steps, batch = _steps_and_batch(strategy, _rows(data[0]), steps, batch_size, whole=True)
    return {"validation_data": _dataset(*data).batch(batch), "validation_steps": steps}


def _steps_and_batch(
    strategy: Any, rows: int, steps: Optional[int], batch_size: Optional[int], whole: bool
) -> Tuple[int, int]:
    """Return the number of steps and the global batch size, as `get_input_params` of 1.13 computed them."""
    replicas = int(strategy.num_replicas_in_sync)
    if batch_size is not None:
        batch = batch_size * replicas
    elif steps is None:
        batch = min(rows, _DEFAULT_BATCH)
    elif rows % steps:
        raise ValueError(f"The number of samples {rows} is not divisible by steps {steps}.")
    else:
        batch = rows // steps
    if batch % replicas:
        raise ValueError(f"The batch size ({batch}) could not be sharded evenly across the sync replicas ({replicas}).")
    if steps is None and whole and rows % batch:
        raise ValueError(f"The number of samples {rows} is not divisible by batch size {batch}.")
    if rows < batch * (steps or 1):
        raise ValueError(f"{rows} samples are fewer than {steps or 1} steps of {batch} take.")
    return steps or rows // batch, batch
