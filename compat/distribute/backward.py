"""Forward and backward passes of one share, and the parts of a loss that belong to rows or to weights."""

import functools
from contextlib import contextmanager
from typing import Any, Iterator, List

import keras
import tensorflow as tf


def own_losses(model: Any) -> List[Any]:
    """Return the losses that depend on the inputs: all but the regularisers of the variables, which come last."""
    losses = model.losses
    return list(losses[: len(losses) - sum(v.regularizer is not None for v in model.trainable_variables)])


@functools.lru_cache(maxsize=None)
def sums_activities() -> bool:
    """Whether this Keras takes the loss of an activity regulariser as a sum; from 3.14 on it is the mean over rows."""
    with tf.init_scope():
        layer = keras.layers.ActivityRegularization(l1=1.0)
        layer(tf.ones((2, 1)))
        return float(layer.losses[0]) > 1.0


def _activity_losses(model: Any) -> List[Any]:
    regularised = [each for each in model._flatten_layers() if getattr(each, "activity_regularizer", None)]
    return [loss for layer in regularised for loss in layer._get_own_losses()]


class AddedLosses:
    """The losses that layers added in one forward pass, read before another replica runs the same layers.

    All are taken for means over the rows, except those of activity regularisers in the Keras releases that sum them.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self.values = own_losses(model)
        sums = {id(loss) for loss in _activity_losses(model)} if sums_activities() else set()
        self.are_sums = [id(loss) in sums for loss in self.values]

    @contextmanager
    def seen_by_model(self) -> Iterator[None]:
        """Let `model.losses` return these losses and those of the variables' regularisers."""
        model = self._model
        model._losses_override = [*self.values, *model._get_regularization_losses()] if self.values else []
        try:
            yield
        finally:
            model._losses_override = []


def track_loss(model: Any, loss: Any, rows: Any) -> None:
    """Take the loss of a whole batch into the mean over the epoch."""
    for metric in model.metrics:
        if metric.name == "loss":
            metric.update_state(loss, sample_weight=rows)
