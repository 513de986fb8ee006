"""Runs each script that a line of its input names in a process that has TensorFlow imported and two GPUs emulated.

Prints a line with the exit status for each; what a script writes goes to `log.txt` in the working folder.
"""

from __future__ import annotations

import os
import random
import runpy
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path

from compat.runner.devices import emulate_gpus

SECONDS = 200
SEED = 1


def run(path: str) -> int:
    signal.alarm(SECONDS)
    try:
        emulate_gpus(2)
        random.seed(SEED)  # Keras takes its own seeds from here: the same first weights each time
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:  # `tf.app.run` ends so
        return int(bool(end.code))
    except BaseException:  # noqa: BLE001 - the parent wants to know of anything
        traceback.print_exc()
        return 1
    return 0


def main() -> None:
    for module in ("tensorflow", "keras"):
        import_module(module)
    for line in sys.stdin:
        path = line.rstrip("\n")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            with Path("log.txt").open("w") as log:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
                status = run(path)
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main()
