"""`reset_metrics=False` of `train_on_batch` and `test_on_batch`: the metrics go on counting from batch to batch.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

Keras 2 reset them after a batch, so one with `reset_metrics=False` leaves what it counted to the next. Keras 3 resets
them before each batch. The loss is that of the batch in both.
"""

from contextlib import contextmanager
from typing import Any, Iterator

_LAST = "_legacy_reset_metrics"
_METHOD = "reset_metrics"


@contextmanager
def unless(model: Any, reset: bool) -> Iterator[None]:
    """Run a batch in this context; its metrics start anew if those of the batch before were to be reset."""
    state = vars(model)
    last = state.get(_LAST, reset)
    state[_LAST] = reset
    if last:
        yield
        return
    kept = state.get(_METHOD)
    state[_METHOD] = lambda: _reset_loss(model)
    try:
        yield
    finally:
        del state[_METHOD]
        if kept is not None:
            state[_METHOD] = kept


def _reset_loss(model: Any) -> None:
    tracker = getattr(model, "_loss_tracker", None)
    if tracker is not None:
        tracker.reset_state()
