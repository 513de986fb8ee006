"""Checkpoints that a killed training goes on from: whole files, each of which says at which step it was written."""

import os
import re
import sys
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import keras

KEPT = 3
_NAME = re.compile(r"^epoch-(\d+)-step-(\d+)-of-(\d+)\.keras$")
_PARTIAL = "partial.keras"


class _Place(NamedTuple):
    """Where a checkpoint was written: the epoch, the steps of it that were trained, those of a whole epoch."""

    epoch: int
    step: int
    of: int
    path: Path


class Checkpoint(keras.callbacks.Callback):  # type: ignore[misc]
    """Saves the model after every epoch, and after every `save_every` batches of it.

    The file appears under its name when it is complete, so a process that is killed leaves only complete ones. The last
    `KEPT` stay. `first_step` is the number of steps of the epoch that were trained before.
    """

    def __init__(self, folder: Path, steps: int, save_every: int, first_step: int = 0) -> None:
        super().__init__()
        self.folder = folder
        self.steps = steps
        self.save_every = save_every
        self.first_step = first_step

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Remember the epoch."""
        del logs
        self.epoch = epoch

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Save in the middle of the epoch."""
        del logs
        done = self.first_step + batch + 1
        if done % self.save_every == 0 and done < self.steps:
            self._save(self.epoch, done)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Save at the start of the next epoch."""
        del logs
        self._save(epoch + 1, 0)

    def _save(self, epoch: int, step: int) -> None:
        partial = self.folder / _PARTIAL
        self.model.save(partial)
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(self.folder / f"epoch-{epoch:04d}-step-{step:05d}-of-{self.steps:05d}.keras")
        for older in _checkpoints(self.folder)[KEPT:]:
            older.path.unlink()


def restore(folder: Path, steps: int) -> tuple[keras.Model, int, int] | None:
    """Return the model of the newest checkpoint that can be read, its epoch, and the steps of it that were trained.

    None if there is none. Exits if the checkpoint is of a run with another number of steps an epoch: its position
    would mean other images here.
    """
    for epoch, step, of, path in _checkpoints(folder):
        if of != steps:
            sys.exit(f"{path} has {of} steps an epoch, this run has {steps}: take the same images and batches")
        try:
            model = keras.models.load_model(path)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            print(f"skipping {path}, which cannot be read: {str(error).splitlines()[0]}", file=sys.stderr)
            continue
        print(f"restoring {path}")
        return model, epoch, step
    return None


def _checkpoints(folder: Path) -> list[_Place]:
    """The checkpoints in a folder, the newest first."""
    found = ((_NAME.match(path.name), path) for path in folder.iterdir())
    places = [_Place(int(match[1]), int(match[2]), int(match[3]), path) for match, path in found if match]
    return sorted(places, reverse=True)
