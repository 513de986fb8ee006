"""Run programs with the TensorFlow at hand: one child for each, which has TensorFlow imported and two GPUs emulated.

    python -m tests.benchmarks.programs.runner FOLDER NAME.py...

What `FOLDER/NAME.py` prints goes to `FOLDER/NAME.log`, with a last line that gives the exit status. It runs in a folder
of its own.
"""

from __future__ import annotations

import os
import random
import runpy
import signal
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, Callable

from compat.runner.devices import emulate_gpus

SECONDS = 120
"""Of processor time."""


def main(folder: Path, names: list[str]) -> None:
    for module in ("tensorflow", "keras"):
        import_module(module)
    if sys.modules["keras"].__version__.startswith("2.3"):
        _count_steps_last()
    for name in names:
        path = folder / name
        child = os.fork()
        if child == 0:
            with path.with_suffix(".log").open("w") as log, tempfile.TemporaryDirectory() as place:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
                os.chdir(place)
                status = _run(path)
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)
        status = os.waitpid(child, 0)[1]
        with path.with_suffix(".log").open("a") as log:
            log.write(f"\nSTATUS {status}\n")


def _count_steps_last() -> None:
    """Have optimizers of Keras 2.3 count a step behind its updates: they read the count, and the two raced."""
    backend, optimizers = import_module("keras.backend"), import_module("keras.optimizers")
    for made in optimizers.Optimizer.__subclasses__():
        made.get_updates = _ordered(made.get_updates, backend)


def _ordered(get_updates: Callable[..., Any], backend: Any) -> Callable[..., Any]:
    add = backend.update_add

    def ordered(self: Any, loss: Any, params: Any) -> Any:
        backend.update_add = lambda variable, increment: None
        try:
            updates = [each for each in get_updates(self, loss, params) if each is not None]
        finally:
            backend.update_add = add
        with sys.modules["tensorflow"].control_dependencies(updates):
            self.updates = [*updates, add(self.iterations, 1)]
        return self.updates

    return ordered


def _run(path: Path) -> int:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        emulate_gpus(2)
        random.seed(1)
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as end:
        return int(bool(end.code))
    except BaseException:  # noqa: BLE001 - the parent wants to know of anything
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
