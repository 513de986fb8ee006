"""The callbacks of Keras 2 on Keras 3: `self.model = ...`, `ModelCheckpoint(period=)`, `mode="auto"`.

https://github.com/keras-team/keras/blob/2.3.1/keras/callbacks/callbacks.py

Known deviations:
* `CSVLogger` writes `acc` beside `accuracy`
"""

import os
import warnings
from typing import Any, Dict, Optional

import keras
import numpy as np
import tensorflow as tf

from compat.tables.behaviour.monitors import direction
from compat.tables.names.log_keys import LOG_KEYS


class Callback(keras.callbacks.Callback):  # type: ignore[misc]
    """`keras.callbacks.Callback` whose `model` can be assigned and whose `__init__` need not be called."""

    params: Any = None
    validation_data: Any = None
    _model: Any = None

    @property
    def model(self) -> Any:
        """The model in training, or the one that the callback was given."""
        return self._model

    @model.setter
    def model(self, model: Any) -> None:
        self._model = model


def _direction(monitor: str, mode: str, cls: str) -> str:
    """Resolve `auto` by the name of the monitored quantity, as Keras 2 did."""
    return mode if mode in ("min", "max") else direction(monitor, "keras.callbacks." + cls)


class ModelCheckpoint(Callback):
    """Save the model, or its weights, every `period` epochs or `save_freq` batches, to a file of any name.

    `save_freq`, a number or `"epoch"`, is a parameter of `tf.keras` 2.0 to 2.15, by keyword.
    """

    save_freq: Any = "epoch"
    _batches = 0
    _epoch = 0

    def __init__(
        self,
        filepath: str,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        period: int = 1,
        *,
        save_freq: Any = "epoch",
    ) -> None:
        super().__init__()
        self.filepath = os.fspath(filepath)
        self.monitor = monitor
        self.verbose = verbose
        self.save_best_only = save_best_only
        self.save_weights_only = save_weights_only
        self.period = period
        self.save_freq = save_freq
        self.epochs_since_last_save = 0
        larger = _direction(monitor, mode, "ModelCheckpoint") == "max"
        self.monitor_op = np.greater if larger else np.less
        self.best = -np.inf if larger else np.inf

    @property
    def hears_batches(self) -> bool:
        """True if batches are counted, or a class below has a method for them."""
        return bool(self.save_freq != "epoch") or type(self).on_batch_end is not ModelCheckpoint.on_batch_end

    def on_epoch_begin(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Remember the epoch for the names of files."""
        del logs
        self._epoch = epoch

    def on_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Save if `save_freq` batches have passed and the monitored quantity is the best so far."""
        self._batches += 1
        if self.save_freq != "epoch" and self._batches >= self.save_freq:
            self._batches = 0
            self._save_model(self._epoch, {**(logs or {}), "batch": batch + 1})

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Save if `period` epochs have passed and the monitored quantity is the best so far."""
        self.epochs_since_last_save += 1
        if self.save_freq == "epoch" and self.epochs_since_last_save >= self.period:
            self.epochs_since_last_save = 0
            self._save_model(epoch, logs or {})

    def _save_model(self, epoch: int, logs: Dict[str, Any]) -> None:
        filepath = self.filepath.format(epoch=epoch + 1, **logs)
        if self.save_best_only and not self._improved(epoch, logs):
            return
        self._say(f"\nEpoch {epoch + 1:05d}: saving model to {filepath}")
        os.makedirs(os.path.dirname(filepath) or os.curdir, exist_ok=True)
        if self.save_weights_only:
            self.model.save_weights(filepath, overwrite=True)
        else:
            self.model.save(filepath, overwrite=True)

    def _improved(self, epoch: int, logs: Dict[str, Any]) -> bool:
        current = logs.get(self.monitor)
        if current is None:
            warnings.warn(f"Can save best model only with {self.monitor} available, skipping.", stacklevel=2)
            return False
        if not self.monitor_op(current, self.best):
            self._say(f"\nEpoch {epoch + 1:05d}: {self.monitor} did not improve from {self.best:0.5f}")
            return False
        self.best = current
        return True

    def _say(self, text: str) -> None:
        if self.verbose > 0:
            print(text)  # noqa: T201 - what the legacy callback does


class EarlyStopping(Callback, keras.callbacks.EarlyStopping):  # type: ignore[misc]
    """Stop once the monitored quantity has not beaten `baseline`, or its own best, for `patience` epochs.

    The best weights come back only if training is stopped, as in Keras up to 2.15: Keras 3 also restores them at the
    regular end. An epoch that stays behind `baseline` counts as one without improvement, as in Keras up to 2.3.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: Optional[float] = None,
        restore_best_weights: bool = False,
    ) -> None:
        larger = _direction(monitor, mode, "EarlyStopping") == "max"
        keras.callbacks.EarlyStopping.__init__(
            self, monitor, min_delta, patience, verbose, "max" if larger else "min", baseline, restore_best_weights
        )
        self.monitor_op = np.greater if larger else np.less
        self.min_delta = min_delta if larger else -min_delta

    def on_train_begin(self, logs: Optional[Dict[str, Any]] = None) -> None:
        """Start from the baseline."""
        del logs
        self.wait = 0
        self.stopped_epoch = 0
        worst = -np.inf if self.monitor_op is np.greater else np.inf
        self.best = worst if self.baseline is None else self.baseline

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Stop training, with the best weights if they were asked for, or count the epoch."""
        current = self.get_monitor_value(logs)
        if current is None:
            return
        if self.monitor_op(current - self.min_delta, self.best):
            self.best = current
            self.wait = 0
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            return
        self.wait += 1
        if self.wait >= self.patience:
            self.stopped_epoch = epoch
            self.model.stop_training = True
            if self.restore_best_weights and self.best_weights is not None:
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs: Optional[Dict[str, Any]] = None) -> None:
        """Say where training stopped."""
        del logs
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1:05d}: early stopping")  # noqa: T201 - what the legacy callback does


class ReduceLROnPlateau(Callback, keras.callbacks.ReduceLROnPlateau):  # type: ignore[misc]
    """`ReduceLROnPlateau(monitor="val_loss", factor=0.1, patience=10, verbose=0, mode="auto", min_delta=1e-4, ...)`."""

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
        **kwargs: Any,
    ) -> None:
        if "epsilon" in kwargs:
            min_delta = kwargs.pop("epsilon")
            warnings.warn(
                "`epsilon` argument is deprecated and will be removed, use `min_delta` instead.", stacklevel=2
            )
        keras.callbacks.ReduceLROnPlateau.__init__(
            self,
            monitor,
            factor,
            patience,
            verbose,
            _direction(monitor, mode, "ReduceLROnPlateau"),
            min_delta,
            cooldown,
            min_lr,
        )


class LambdaCallback(Callback, keras.callbacks.LambdaCallback):  # type: ignore[misc]
    """`LambdaCallback(on_epoch_begin=None, on_epoch_end=None, on_batch_begin=None, on_batch_end=None, ...)`."""

    def __init__(
        self,
        on_epoch_begin: Any = None,
        on_epoch_end: Any = None,
        on_batch_begin: Any = None,
        on_batch_end: Any = None,
        on_train_begin: Any = None,
        on_train_end: Any = None,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("on_train_batch_begin", on_batch_begin)
        kwargs.setdefault("on_train_batch_end", on_batch_end)
        keras.callbacks.LambdaCallback.__init__(
            self, on_epoch_begin, on_epoch_end, on_train_begin, on_train_end, **kwargs
        )


class CSVLogger(Callback, keras.callbacks.CSVLogger):  # type: ignore[misc]
    """Write the logs of each epoch: the learning rate as `lr`, and nothing of a validation that there was not."""

    keys: Any

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Write a line, the first time after one with the names of the columns."""
        modern = "learning_rate"
        logs = {LOG_KEYS[modern] if key == modern else key: value for key, value in (logs or {}).items()}
        if self.keys is None:
            self.keys = sorted(logs)
        super().on_epoch_end(epoch, logs)


class TensorBoard(Callback, keras.callbacks.TensorBoard):  # type: ignore[misc]
    """`TensorBoard(log_dir="./logs", histogram_freq=0, ...)`; arguments that Keras 3 lacks are dropped."""

    _legacy_writer: Any = None

    def __init__(
        self,
        log_dir: str = "./logs",
        histogram_freq: int = 0,
        batch_size: int = 32,
        write_graph: bool = True,
        write_grads: bool = False,
        write_images: bool = False,
        embeddings_freq: int = 0,
        embeddings_layer_names: Any = None,
        embeddings_metadata: Any = None,
        embeddings_data: Any = None,
        update_freq: Any = "epoch",
        **kwargs: Any,
    ) -> None:
        del batch_size, write_grads, embeddings_layer_names, embeddings_data
        keras.callbacks.TensorBoard.__init__(
            self,
            log_dir=log_dir,
            histogram_freq=histogram_freq,
            write_graph=write_graph,
            write_images=write_images,
            update_freq=update_freq,
            embeddings_freq=embeddings_freq,
            embeddings_metadata=embeddings_metadata,
            **kwargs,
        )

    @property
    def writer(self) -> Any:
        """A `FileWriter` of TensorFlow 1 for the summaries of callbacks; there is one once the board has its model."""
        if self.model is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'writer'")
        if self._legacy_writer is None:
            with tf.Graph().as_default():  # it refuses to be made in eager code
                self._legacy_writer = tf.compat.v1.summary.FileWriter(self.log_dir)
        return self._legacy_writer

    def on_train_batch_begin(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Call `on_batch_begin`, which classes below define."""
        super().on_train_batch_begin(batch, logs)
        self.on_batch_begin(batch, logs)

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Call `on_batch_end`, which classes below define."""
        super().on_train_batch_end(batch, logs)
        self.on_batch_end(batch, logs)

    def on_train_end(self, logs: Any = None) -> None:
        """Write what callbacks have left in the writer."""
        super().on_train_end(logs)
        if self._legacy_writer is not None:
            self._legacy_writer.close()


class ProgbarLogger(keras.callbacks.ProgbarLogger):  # type: ignore[misc]
    """`ProgbarLogger(count_mode="samples", stateful_metrics=None)`; Keras 3 counts steps."""

    def __init__(self, count_mode: str = "samples", stateful_metrics: Any = None) -> None:
        del count_mode, stateful_metrics
        super().__init__()
