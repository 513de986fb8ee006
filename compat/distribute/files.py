"""Model files of several workers: the chief writes them, and a file is whole or not there.

A process that is killed while it writes leaves a temporary file beside the last whole one.
"""

import inspect
import os
import tempfile
from typing import Any, Callable, Iterable

import keras


class Files:
    """Saves `model` for all workers of `strategy`."""

    def __init__(self, model: Any, strategy: Any) -> None:
        self._model = model
        self._is_chief = bool(strategy.extended.should_checkpoint)

    def save(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Save the whole model, as `Model.save` does."""
        self._write(type(self._model).save, filepath, *args, **kwargs)

    def save_weights(self, filepath: Any, *args: Any, **kwargs: Any) -> None:
        """Save the weights, as `Model.save_weights` does."""
        self._write(type(self._model).save_weights, filepath, *args, **kwargs)

    def prepare(self, callbacks: Any) -> None:
        """Make the folders of checkpoints, which workers would make at once, and let only the chief write backups."""
        for callback in _each(callbacks):
            if isinstance(callback, keras.callbacks.ModelCheckpoint):
                _make_folder(os.fspath(callback.filepath))
            if isinstance(callback, keras.callbacks.BackupAndRestore) and not self._is_chief:
                callback.delete_checkpoint = False
                callback._save_model = self._read_variables

    def _read_variables(self) -> None:
        """Take part where the chief reads a variable of all workers; write nothing that stays."""
        self.save_weights("backup.weights.h5")

    def _write(self, save: Callable[..., None], filepath: Any, *args: Any, **kwargs: Any) -> None:
        name = os.fspath(filepath)
        asks_first = (
            not inspect.signature(save).bind(self._model, name, *args, **kwargs).arguments.get("overwrite", True)
        )
        if "://" in name or (asks_first and os.path.exists(name)):
            if self._is_chief:
                save(self._model, filepath, *args, **kwargs)
            return
        beside = os.path.dirname(os.path.abspath(name)) if self._is_chief else None
        if beside is not None:
            os.makedirs(beside, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".saving-", dir=beside) as folder:
            path = os.path.join(folder, os.path.basename(name))
            save(self._model, path, *args, **kwargs)
            if self._is_chief:
                _replace(path, name)


def _make_folder(filepath: str) -> None:
    folder = os.path.dirname(filepath)
    if folder and "{" not in folder and "://" not in folder:
        os.makedirs(folder, exist_ok=True)


def _replace(path: str, name: str) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    os.replace(path, name)


def _each(callbacks: Any) -> Iterable[Any]:
    if isinstance(callbacks, keras.callbacks.CallbackList):
        return list(callbacks.callbacks)
    return callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
