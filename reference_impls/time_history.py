"""A callback that the modern workflows share."""

from __future__ import annotations

import time
from typing import Any

import keras


class TimeHistory(keras.callbacks.Callback):  # type: ignore[misc]
    """Records the seconds that each training step takes, over one or several calls of `fit`."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Start the clock."""
        del batch, logs
        self.started = time.perf_counter()

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Stop the clock."""
        del batch, logs
        self.times.append(time.perf_counter() - self.started)
