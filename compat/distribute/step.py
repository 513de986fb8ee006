"""One training or evaluation step in a replica: the loss is taken once, over the rows of all replicas.

Each replica runs the model on its share. The outputs and targets of all shares are gathered, every replica takes the
one loss over them and sends the gradient of its own rows back through its part of the model.
So any loss is right, whatever it does with weights and masks, and however many rows a replica has.
"""

from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence, Tuple

import keras
import tensorflow as tf

from compat.distribute.agreement import check_batches, no_digest
from compat.distribute.backward import AddedLosses, sums_activities, track_loss
from compat.distribute.replicas import Replicas
from compat.distribute.shares import Share, is_tensor, row_count
from compat.gradients import total_gradient

SUM_GRADIENTS = "_all_reduce_sum_gradients"
"""The method of Keras's optimizers that sums gradients and variables over the replicas."""


_ATTACHED = ("_keras_mask", "_keras_logits")
"""What Keras writes on an output for the loss."""

_DRAWS = 1_000_003
"""The distance between the seeds of two replicas."""


class Batch(NamedTuple):
    """Inputs, targets, outputs and sample weights, as Keras passes them to a loss."""

    x: Any
    y: Any
    y_pred: Any
    sample_weight: Any


class Step:
    """The steps of `model` in the replica context of `strategy`."""

    def __init__(self, model: Any, strategy: Any) -> None:
        self._model = model
        self._replicas = Replicas(strategy)
        sums_activities()  # asked now, because a replica context cannot be left to ask
        self._one_device = tf.distribute.OneDeviceStrategy("/cpu:0")

    def train(self, share: Share) -> Dict[str, Any]:
        """Update the weights once from the whole batch and return the logs, equal on all replicas."""
        model = self._model
        x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(share.data)
        with tf.GradientTape() as forward:
            y_pred = self._call(x, training=True)
            added = AddedLosses(model)
        whole = self._whole(Batch(x, y, y_pred, sample_weight), share)
        variables = model.trainable_variables
        outputs = _outputs(whole.y_pred)
        with tf.GradientTape() as tape:
            tape.watch([outputs, added.values])
            loss = self._loss(whole, added, training=True)
            scaled = model.optimizer.scale_loss(loss)
        of_outputs, of_losses, of_variables = tape.gradient(scaled, [outputs, added.values, variables])
        weights = self._weights(added, share)
        seeds = [*self._own_rows(of_outputs, y_pred, share), *_weighted(of_losses, weights)]
        targets = [*_outputs(y_pred), *added.values]
        pairs = [(target, seed) for target, seed in zip(targets, seeds) if seed is not None]
        of_rows = _gradient(forward, pairs, variables)
        once = [None if each is None else _scaled(each, 1.0 / self._replicas.count) for each in of_variables]
        self._apply([total_gradient(parts) for parts in zip(of_rows, once)], variables)
        self._average_statistics(share)
        loss = self._reported(loss, added, weights, share)
        return self._logs(whole, loss, Batch(x, y, y_pred, sample_weight), share)

    def test(self, share: Share) -> Dict[str, Any]:
        """Return the logs of the whole batch, equal on all replicas."""
        x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(share.data)
        y_pred = self._call(x, training=False)
        added = AddedLosses(self._model)
        whole = self._whole(Batch(x, y, y_pred, sample_weight), share)
        loss = self._loss(whole, added, training=False)
        loss = self._reported(loss, added, self._weights(added, share), share)
        return self._logs(whole, loss, Batch(x, y, y_pred, sample_weight), share)

    def draw_apart(self) -> None:
        """Let Dropout and augmentation draw other numbers on each replica; Keras 3 draws the same on all of them."""
        for layer in self._model._flatten_layers():
            for generator in layer._seed_generators:
                state = tf.convert_to_tensor(generator.state.value)
                offset = tf.cast([self._replicas.index() * _DRAWS, 0], state.dtype)
                generator.state.assign(state + offset)

    def _call(self, x: Any, training: bool) -> Any:
        takes_training = getattr(self._model, "_call_has_training_arg", True)
        return self._model(x, training=training) if takes_training else self._model(x)

    def _whole(self, batch: Batch, share: Share) -> Batch:
        """Return the rows of all replicas; the inputs only where the user's own `compute_loss` may read them."""
        if self._replicas.count == 1:
            return batch
        if not self._replicas.are_in_one_process:
            check_batches(self._replicas.gather([share.digest[tf.newaxis]])[0])
        with_inputs = _is_own(self._model, "compute_loss")
        whole = self._gathered(batch if with_inputs else batch._replace(x=None), share.rows)
        return whole if with_inputs else whole._replace(x=batch.x)

    def _gathered(self, batch: Batch, rows: Any) -> Batch:
        """Return the rows of all replicas, in order, with their masks and logits, without a row that fills a share."""
        tensors = [tf.convert_to_tensor(each) if is_tensor(each) else each for each in tf.nest.flatten(batch)]
        attached = [(index, name) for name in _ATTACHED for index, each in enumerate(tensors) if hasattr(each, name)]
        more = [getattr(tensors[index], name) for index, name in attached]
        present = [each[:rows] for each in [*tensors, *more] if is_tensor(each)]
        gathered = iter(self._replicas.gather(present))
        whole = [next(gathered) if is_tensor(each) else each for each in tensors]
        for index, name in attached:
            if is_tensor(getattr(tensors[index], name)):
                setattr(whole[index], name, next(gathered))
        return Batch(*tf.nest.pack_sequence_as(batch, whole))

    def _loss(self, whole: Batch, added: AddedLosses, training: bool) -> Any:
        """Take the loss as on one device: Keras divides by the replicas from 3.8 on, but not if a loss is a scalar."""
        tracked = _Postponed(getattr(self._model._compile_loss, "metrics", []))
        with self._as_on_one_device(), added.seen_by_model(), tracked:
            compute = getattr(self._model, "_compute_loss", None)
            with_training = {"training": training} if compute else {}
            loss = (compute or self._model.compute_loss)(**with_training, **whole._asdict())
        if self._replicas.index() == 0:
            tracked.update()
        return loss

    @contextmanager
    def _as_on_one_device(self) -> Iterator[None]:
        with tf.distribute.ReplicaContext(self._one_device, self._replicas.local_index()):
            yield

    def _own_rows(self, gradients: List[Any], y_pred: Any, share: Share) -> List[Any]:
        """Cut this replica's rows out of the gradients of all outputs; the row that only fills a share gets zeros."""
        if self._replicas.count == 1:
            return gradients
        return [
            None if gradient is None else _fill(gradient[share.start : share.start + share.rows], output)
            for gradient, output in zip(gradients, _outputs(y_pred))
        ]

    def _weights(self, added: AddedLosses, share: Share) -> List[Any]:
        """Return the part of each loss that layers added which counts: a mean counts by the rows it was taken over."""
        if self._replicas.count == 1:
            return [1.0] * len(added.values)
        whole, part = tf.cast(share.rows > 0, tf.float32), _part(share, tf.float32)
        return [whole if is_sum else part for is_sum in added.are_sums]

    def _reported(self, loss: Any, added: AddedLosses, weights: List[Any], share: Share) -> Any:
        """Return the loss of the whole batch: `loss` lacks what the layers of other replicas added."""
        if self._replicas.count == 1 or not added.values:
            return loss
        counted = tf.add_n(_weighted(added.values, weights))
        of_all = (loss - tf.add_n(added.values)) * _part(share, loss.dtype) + counted
        return self._replicas.sum([of_all])[0]

    def _apply(self, gradients: List[Any], variables: List[Any]) -> None:
        """Sum the gradients over the replicas, then update as one device does: it clips the sum."""
        optimizer = self._model.optimizer
        if self._replicas.count > 1:
            gradients = self._summed(gradients)
        with _takes_sums(optimizer):
            optimizer.apply(gradients, variables)

    def _average_statistics(self, share: Share) -> None:
        """Give all replicas the same moving statistics: the mean of what each found in its rows."""
        if self._replicas.count == 1:
            return
        variables = [
            variable
            for layer in self._model._flatten_layers()
            for variable in layer._non_trainable_variables
            if keras.backend.is_float_dtype(variable.dtype)
        ]
        if not variables:
            return
        weighted = [_in_rows(variable.value, share) for variable in variables]
        for variable, mean in zip(variables, self._replicas.sum(weighted)):
            variable.assign(mean)

    def _logs(self, whole: Batch, loss: Any, local: Batch, share: Share) -> Dict[str, Any]:
        """Update the metrics once from all rows, on the first replica, and tell the others the results."""
        model = self._model
        if _is_own(model, "compute_metrics"):
            track_loss(model, loss, share.rows)
            logs = model.compute_metrics(**local._asdict())
            return self._total(tf.nest.map_structure(lambda value: value / self._replicas.count, logs))
        if self._replicas.index() == 0:
            track_loss(model, loss, share.total)
            logs = model.compute_metrics(**whole._asdict())
        else:
            logs = tf.nest.map_structure(tf.zeros_like, model.get_metrics_result())
        return self._total(logs)

    def _total(self, logs: Dict[str, Any]) -> Dict[str, Any]:
        return dict(tf.nest.pack_sequence_as(logs, self._replicas.sum(tf.nest.flatten(logs))))

    def _summed(self, gradients: List[Any]) -> List[Any]:
        """Return the sums over the replicas; the slices of an embedding are listed in order, as by one device."""
        dense = [index for index, each in enumerate(gradients) if tf.is_tensor(each) and not _is_sparse(each)]
        sums = _context().all_reduce(tf.distribute.ReduceOp.SUM, [gradients[index] for index in dense]) if dense else []
        summed = [self._all_slices(each) if _is_sparse(each) else each for each in gradients]
        for index, gradient in zip(dense, sums):
            summed[index] = gradient
        return summed

    def _all_slices(self, gradient: Any) -> Any:
        values, indices = self._replicas.gather([gradient.values, gradient.indices])
        return tf.IndexedSlices(values, indices, gradient.dense_shape)


class _Postponed:
    """Holds back the updates of the losses of several outputs, which only their own strategy can make."""

    def __init__(self, metrics: Sequence[Any]) -> None:
        self._metrics = metrics
        self._calls: List[Tuple[Any, Any, Any]] = []

    def __enter__(self) -> None:
        for metric in self._metrics:
            metric.__dict__["update_state"] = lambda *args, _metric=metric, **kwargs: self._calls.append(
                (_metric, args, kwargs)
            )

    def __exit__(self, *raised: object) -> None:
        for metric in self._metrics:
            del metric.__dict__["update_state"]

    def update(self) -> None:
        """Make the updates."""
        for metric, args, kwargs in self._calls:
            metric.update_state(*args, **kwargs)


def described(data: Any) -> Share:
    """Return as a share what a replica got from a dataset that the user distributed."""
    rows = tf.convert_to_tensor(row_count(data), tf.int32)
    counts = _context().all_gather(rows[tf.newaxis], axis=0)
    return Share(
        data,
        tf.reduce_sum(counts[: tf.cast(_context().replica_id_in_sync_group, tf.int32)]),
        rows,
        tf.reduce_sum(counts),
        no_digest(data),
    )


def _outputs(y_pred: Any) -> List[Any]:
    """Return the outputs, and the logits of those that have them: a cross-entropy reads these instead."""
    outputs = tf.nest.flatten(y_pred)
    return [*outputs, *(each._keras_logits for each in outputs if hasattr(each, "_keras_logits"))]


def _context() -> Any:
    return tf.distribute.get_replica_context()


def _fill(rows: Any, like: Any) -> Any:
    missing = tf.shape(like)[0] - tf.shape(rows)[0]
    return tf.concat([rows, tf.zeros_like(like[:missing])], axis=0)


def _part(share: Share, dtype: Any) -> Any:
    return tf.cast(share.rows, dtype) / tf.cast(share.total, dtype)


def _in_rows(value: Any, share: Share) -> Any:
    """Weigh the statistics of a share by its rows; those of a share without rows may be NaN."""
    value = tf.convert_to_tensor(value)
    return tf.where(share.rows > 0, value * _part(share, value.dtype), tf.zeros_like(value))


def _weighted(values: List[Any], weights: List[Any]) -> List[Any]:
    return [None if value is None else value * tf.cast(weight, value.dtype) for value, weight in zip(values, weights)]


def _scaled(gradient: Any, factor: float) -> Any:
    if _is_sparse(gradient):
        return tf.IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return gradient * factor


def _gradient(tape: Any, pairs: List[Tuple[Any, Any]], variables: List[Any]) -> List[Any]:
    if not pairs:
        return [None] * len(variables)
    targets, seeds = zip(*pairs)
    return list(tape.gradient(list(targets), variables, output_gradients=list(seeds)))


def _is_own(model: Any, method: str) -> bool:
    """Whether the user's class, not Keras or a shim of it, defines the method."""
    return not getattr(type(model), method).__module__.startswith(("keras.", "compat."))


def _is_sparse(gradient: Any) -> bool:
    return isinstance(gradient, tf.IndexedSlices)


@contextmanager
def _takes_sums(optimizer: Any) -> Iterator[None]:
    """Let the optimizer take gradients that are summed already, on this instance and in this step."""
    chosen = [optimizer, getattr(optimizer, "inner_optimizer", optimizer)]
    for each in chosen:
        each.__dict__[SUM_GRADIENTS] = list
    try:
        yield
    finally:
        for each in chosen:
            each.__dict__.pop(SUM_GRADIENTS, None)
