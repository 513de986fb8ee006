"""The functions that Keras calls for each batch, replaced on one model.

Keras 3.3 to 3.15 build them in `make_train_function` and its siblings:
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/backend/tensorflow/trainer.py
"""

import functools
import inspect
from typing import Any, Callable, Iterator, Optional

import keras
import tensorflow as tf

from compat.distribute.agreement import check_models, different_batches, digest, no_digest
from compat.distribute.files import Files
from compat.distribute.replicas import Replicas
from compat.distribute.shares import Share, share, shares
from compat.distribute.step import SUM_GRADIENTS, Step, described
from compat.distribute.variables import move, sum_on_read


class Trainer:
    """Trains `model` under `strategy` with the numbers of one device."""

    def __init__(self, model: Any, strategy: Any, same_batches: bool) -> None:
        self._model = model
        self._strategy = strategy
        self._replicas = Replicas(strategy)
        self._digest = digest if same_batches and not self._replicas.are_in_one_process else no_digest
        self._files = Files(model, strategy)
        self._step = Step(model, strategy)
        self._is_ready = False
        self._draws_apart = False

    def take_over(self) -> None:
        """Put the functions of this trainer on the model."""
        model = self._model
        move(model, self._strategy)
        model._distribute_strategy = _SharingStrategy(self._strategy, self._digest)
        if model.compiled:
            self._move_compiled()
            model.train_function = model.test_function = model.predict_function = None
        for name in ("compile", "fit", "make_train_function", "make_test_function", "make_predict_function"):
            setattr(model, name, _in_place_of(model, name, getattr(self, name)))
        model.save, model.save_weights = self._files.save, self._files.save_weights
        model._maybe_symbolic_build = _do_nothing

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compile as Keras does, in the scope of the strategy, also if the optimizer was made outside.

        Raises:
            ValueError: `jit_compile=True`, or an optimizer that accumulates gradients.

        """
        bound = inspect.signature(type(self._model).compile).bind(self._model, *args, **kwargs)
        if bound.arguments.get("loss") is not None:
            bound.arguments["loss"] = tf.nest.map_structure(_in_full, bound.arguments["loss"])
        given = {**bound.arguments, **bound.arguments.get("kwargs", {})}
        for part in tf.nest.flatten([given.get(name) for name in ("optimizer", "metrics", "weighted_metrics")]):
            move(part, self._strategy)
        with self._strategy.scope():
            type(self._model).compile(*bound.args, **bound.kwargs)
        self._check_compiled()
        self._is_ready = False

    def fit(self, *args: Any, **kwargs: Any) -> Any:
        """Train as Keras does; of several workers, only the chief writes backups."""
        given = inspect.signature(type(self._model).fit).bind(self._model, *args, **kwargs)
        self._files.prepare(given.arguments.get("callbacks"))
        if self._model.compiled and self._model.built:
            self._build_optimizer()
        return type(self._model).fit(self._model, *args, **kwargs)

    def make_train_function(self, force: bool = False) -> Any:
        """Set and return the function that takes an iterator over batches and trains on the next ones."""
        if self._model.train_function is None or force:
            self._model.train_function = self._function(self._train_step())
        return self._model.train_function

    def make_test_function(self, force: bool = False) -> Any:
        """Set and return the function that takes an iterator over batches and evaluates the next ones."""
        if self._model.test_function is None or force:
            self._model.test_function = self._function(self._test_step())
        return self._model.test_function

    def make_predict_function(self, force: bool = False) -> Any:
        """Set and return the function that takes a list of batches and returns the outputs for their rows."""
        model = self._model
        if model.predict_function is None or force:
            on_element = self._compiled(lambda element: self._outputs(self._parts(element)))

            def predict(batches: Any) -> Any:
                results = [on_element(_with_tensors(each)) for each in batches]
                return tf.nest.map_structure(lambda *parts: tf.concat(parts, axis=0), *results)

            model.predict_function = predict
        return model.predict_function

    def _function(self, step: Callable[[Share], Any]) -> Callable[[Iterator[Any]], Any]:
        def on_parts(parts: Any) -> Any:
            logs = self._strategy.run(step, args=(parts,))
            return tf.nest.map_structure(lambda value: self._strategy.experimental_local_results(value)[0], logs)

        on_iterator = self._compiled(lambda iterator: on_parts(self._parts(next(iterator))))
        on_batch = self._compiled(lambda batch: on_parts(self._parts(batch)))

        def one_step(iterator: Iterator[Any]) -> Any:
            if isinstance(iterator, tf.distribute.DistributedIterator):
                self._prepare(tf.nest.map_structure(_local_spec, iterator.element_spec))
                return on_iterator(iterator)
            batch = _with_tensors(next(iterator))
            self._prepare(batch)
            return on_batch(batch)

        def function(iterator: Iterator[Any]) -> Any:
            logs = None
            try:
                for _ in range(self._model.steps_per_execution):
                    logs = one_step(iterator)
            except (StopIteration, tf.errors.OutOfRangeError):
                if logs is None:
                    raise
            except tf.errors.InvalidArgumentError as error:
                raise different_batches(error) from None
            return logs

        return function

    def _compiled(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        function = tf.autograph.experimental.do_not_convert(function)
        return function if self._model.run_eagerly else tf.function(function, reduce_retracing=True)

    def _parts(self, element: Any) -> Any:
        """Return the shares of one batch, as a dataset of shares has them, or cut from a batch."""
        if isinstance(element, Share):
            return element
        if any(isinstance(each, tf.distribute.DistributedValues) for each in tf.nest.flatten(element)):
            return self._strategy.run(described, args=(element,))
        of_batch = self._digest(element)
        return self._strategy.experimental_distribute_values_from_function(
            lambda context: share(element, context.replica_id_in_sync_group, self._replicas.count, of_batch)
        )

    def _outputs(self, parts: Any) -> Any:
        def step(part: Share) -> Any:
            outputs = self._model.predict_step(part.data)
            return tf.nest.map_structure(lambda output: output[: part.rows], outputs)

        return tf.nest.map_structure(self._concatenated, self._strategy.run(step, args=(parts,)))

    def _concatenated(self, value: Any) -> Any:
        local = self._strategy.experimental_local_results(value)
        if not self._replicas.are_in_one_process:
            return self._strategy.gather(value, axis=0)
        return local[0] if len(local) == 1 else tf.concat(local, axis=0)

    def _train_step(self) -> Callable[[Share], Any]:
        return self._step.train if _is_of_keras(self._model, "train_step") else self._own_step("train_step")

    def _test_step(self) -> Callable[[Share], Any]:
        return self._step.test if _is_of_keras(self._model, "test_step") else self._own_step("test_step")

    def _own_step(self, name: str) -> Callable[[Share], Any]:
        """Call the step that the user's class defines, which sees the rows of one replica."""

        def step(part: Share) -> Any:
            logs = getattr(self._model, name)(part.data)
            return tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.MEAN, logs)

        return step

    def _prepare(self, batch: Any) -> None:
        """Make all variables in the scope, before the first step is traced."""
        if self._is_ready:
            return
        data = batch.data if isinstance(batch, Share) else batch
        example = tf.nest.map_structure(_example, data)
        with self._strategy.scope():
            self._model._symbolic_build(data_batch=example)
        self._build_optimizer()
        for metric in self._model.metrics:
            sum_on_read(metric, self._strategy)
        if self._replicas.count > 1 and not self._draws_apart:
            tf.function(lambda: self._strategy.run(self._step.draw_apart))()
            self._draws_apart = True
        if not self._replicas.are_in_one_process:
            check_models(self._model, self._strategy)
        self._is_ready = True

    def _build_optimizer(self) -> None:
        """Make the variables of the optimizer in the scope, before a callback that loads weights makes them outside."""
        optimizer = self._model.optimizer
        if optimizer is not None and not optimizer.built:
            with self._strategy.scope():
                optimizer.build(self._model.trainable_variables)

    def _move_compiled(self) -> None:
        self._check_compiled()
        for part in (self._model.optimizer, *self._model.metrics):
            move(part, self._strategy)

    def _check_compiled(self) -> None:
        if self._replicas.count == 1:
            return
        optimizer = self._model.optimizer
        if optimizer is not None and not hasattr(optimizer, SUM_GRADIENTS):
            raise ValueError(f"`exact` does not know how {type(optimizer).__name__} sums gradients over replicas.")
        if self._model.jit_compile:
            raise ValueError("XLA compiles for one device: leave `jit_compile=True` out under a strategy.")
        if getattr(optimizer, "gradient_accumulation_steps", None):
            raise ValueError(
                "`gradient_accumulation_steps` does not work under a strategy: "
                "leave it out and make the batch as many times larger."
            )


class _SharingStrategy:
    """A strategy, but a dataset is distributed in even shares of each of its batches."""

    def __init__(self, strategy: Any, digest: Callable[[Any], Any]) -> None:
        self.shared_strategy = strategy
        self._digest = digest

    def __getattr__(self, name: str) -> Any:
        return getattr(self.shared_strategy, name)

    def experimental_distribute_dataset(self, dataset: Any, options: Optional[Any] = None) -> Any:
        """Distribute the batches of `dataset`, all of which each worker reads."""
        del options
        count = self.shared_strategy.num_replicas_in_sync

        def of_worker(context: Any) -> Any:
            each = count // context.num_input_pipelines
            first = context.input_pipeline_id * each
            return shares(dataset, range(first, first + each), count, self._digest)

        return self.shared_strategy.distribute_datasets_from_function(of_worker)


def _in_full(loss: Any) -> Any:
    """Return the whole name of a loss: a model compiled with "mse" and saved to HDF5 could not be loaded."""
    return getattr(keras.losses.get(loss), "__name__", loss) if isinstance(loss, str) else loss


def _is_of_keras(model: Any, method: str) -> bool:
    return bool(getattr(type(model), method).__module__.startswith("keras."))


def _in_place_of(model: Any, name: str, replacement: Callable[..., Any]) -> Callable[..., Any]:
    """Give `replacement` the name and the signature of the model's method, which callers may ask for."""

    @functools.wraps(getattr(type(model), name).__get__(model))
    def method(*args: Any, **kwargs: Any) -> Any:
        return replacement(*args, **kwargs)

    return method


def _with_tensors(batch: Any) -> Any:
    """Return the structure with tensors, which do not make `tf.function` trace again for each value."""
    return tf.nest.map_structure(
        lambda part: part if part is None or isinstance(part, tf.distribute.DistributedValues) else _tensor(part), batch
    )


def _tensor(part: Any) -> Any:
    return part if tf.is_tensor(part) else tf.convert_to_tensor(keras.ops.convert_to_tensor(part))


def _example(part: Any) -> Any:
    return (
        None
        if part is None
        else keras.KerasTensor((None, *part.shape[1:]), keras.backend.standardize_dtype(part.dtype))
    )


def _local_spec(spec: Any) -> Any:
    return getattr(spec, "_value_specs", [spec])[0]


def _do_nothing(iterator: Any = None, data_batch: Any = None) -> None:
    del iterator, data_batch
