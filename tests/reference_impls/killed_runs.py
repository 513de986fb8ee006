"""`python -m tests.reference_impls.killed_runs checkpoints|backups FOLDER`: train MNIST in processes that are killed, and start them again.

Each run has a folder of checkpoints in FOLDER, and a process of its own: a fork of this one, which has only imported
TensorFlow. A process that takes longer than `PATIENCE` seconds is an error.
"""

import os
import shutil
import signal
import sys
import time
import warnings
import zipfile
from pathlib import Path
from typing import Any, Callable, List, Optional

import keras

from reference_impls.__main__ import main as reference_impls

PATIENCE = 120.0
EPOCHS = "3"
SAVE_EVERY = "12"


class Run:
    """One process that trains, in a folder of its own."""

    def __init__(self, folder: Path, *more: str, before: Optional[Callable[[], None]] = None) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        options = ["--replicas", "2", "--batch-size", "16", "--epochs", EPOCHS, "--output", f"{folder}.png"]
        script = ["--checkpoints", str(folder), "--save-every", SAVE_EVERY, *more]
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(self._train(["mnist_fault_tolerant", *options, "--", *script], before))

    def _train(self, arguments: List[str], before: Optional[Callable[[], None]]) -> int:
        with Path(f"{self.folder}.txt").open("ab") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        if before is not None:
            before()
        status = reference_impls(arguments)
        sys.stdout.flush()
        return status

    def wait(self, expected: int) -> None:
        """Wait for the end of the process and check the signal or status that it ended with."""
        give_up = time.monotonic() + PATIENCE
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        while not ended and time.monotonic() < give_up:
            time.sleep(0.02)
            ended, status = os.waitpid(self.pid, os.WNOHANG)
        if not ended:
            os.kill(self.pid, signal.SIGKILL)
            raise RuntimeError(f"{self.folder.name} took longer than {PATIENCE:.0f} s")
        if status != expected:
            printed = Path(f"{self.folder}.txt").read_text(errors="replace")
            raise RuntimeError(f"{self.folder.name} ended with {status}, not with {expected}:\n{printed}")

    def kill_when(self, reached: Callable[[], bool]) -> None:
        """Kill the process with signal 9 as soon as a condition holds."""
        give_up = time.monotonic() + PATIENCE
        while not reached() and time.monotonic() < give_up:
            time.sleep(0.002)
        os.kill(self.pid, signal.SIGKILL)
        self.wait(signal.SIGKILL)


def die_in_save(number: int) -> Callable[[], None]:
    """Let the process kill itself in the middle of the checkpoint of that number, while the file is being written."""

    def prepare() -> None:
        write, seen = zipfile.ZipFile.close, [0]

        def close(archive: Any) -> None:
            if archive.mode == "w" and archive.fp is not None:
                seen[0] += 1
                if seen[0] == number:
                    archive.fp.flush()
                    os.kill(os.getpid(), signal.SIGKILL)
            write(archive)

        zipfile.ZipFile.close = close  # type: ignore[method-assign]

    return prepare


def die_in_weights(number: int) -> Callable[[], None]:
    """The same for weights files, which `BackupAndRestore` writes: one is cut off, and the process killed."""

    def prepare() -> None:
        write, seen = keras.Model.save_weights, [0]

        def save_weights(model: Any, filepath: Any, *args: Any, **kwargs: Any) -> None:
            write(model, filepath, *args, **kwargs)
            seen[0] += 1
            if seen[0] == number:
                os.truncate(filepath, os.path.getsize(filepath) // 2)
                os.kill(os.getpid(), signal.SIGKILL)

        keras.Model.save_weights = save_weights

    return prepare


def checkpoints(root: Path) -> None:
    """Leave the folders `undisturbed`, `killed`, `writing`, `damaged`."""
    Run(root / "undisturbed").wait(0)

    killed = root / "killed"
    Run(killed).kill_when(lambda: bool(list(killed.glob("epoch-0001-step-0001*"))))
    shutil.copytree(str(killed), str(root / "damaged"))
    Run(killed).wait(0)

    damaged = root / "damaged"
    newest = max(damaged.glob("epoch-*"))
    os.truncate(str(newest), newest.stat().st_size // 2)
    Run(damaged).wait(0)

    Run(root / "writing", before=die_in_save(6)).wait(signal.SIGKILL)
    (root / "writing.left").write_text("\n".join(sorted(each.name for each in (root / "writing").iterdir())))
    Run(root / "writing").wait(0)


def backups(root: Path) -> None:
    """Leave the folders `backup`, `backup-killed`, `backup-writing` of runs with `BackupAndRestore`."""
    Run(root / "backup", "--backup").wait(0)
    backup_killed = root / "backup-killed"
    metadata = backup_killed / "backup" / "training_metadata.json"
    Run(backup_killed, "--backup").kill_when(lambda: metadata.exists() and '"epoch": 1' in metadata.read_text())
    Run(backup_killed, "--backup").wait(0)
    Run(root / "backup-writing", "--backup", before=die_in_weights(2)).wait(signal.SIGKILL)
    Run(root / "backup-writing", "--backup").wait(0)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    {"checkpoints": checkpoints, "backups": backups}[sys.argv[1]](Path(sys.argv[2]))
