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

from compat.runner.devices import emulate_gpus

SECONDS = 120


def main(folder: Path, names: list[str]) -> None:
    for module in ("tensorflow", "keras"):
        import_module(module)
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


def _run(path: Path) -> int:
    signal.alarm(SECONDS)
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
