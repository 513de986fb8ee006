"""A pipe that ends a process, and all that it started, when the process at the other end is gone."""

import os
import signal
import threading
from typing import Dict, Tuple

_VARIABLE = "COMPAT_RUN_LIFELINE"


def lifeline() -> Tuple[int, int]:
    """Return the end that a child inherits, and the end that the parent keeps open for as long as it lives."""
    return os.pipe()


def held_by(end: int) -> Dict[str, str]:
    """Return the environment that makes the child hold the inherited end."""
    return {_VARIABLE: str(end)}


def hold() -> bool:
    """In a child: end with the parent, even if that is killed. Return whether there is one to end with."""
    end = os.environ.pop(_VARIABLE, "")
    if not end:
        return False
    os.set_inheritable(int(end), False)
    threading.Thread(target=_end_with, args=(int(end),), daemon=True).start()
    return True


def _end_with(end: int) -> None:
    os.read(end, 1)  # nothing is ever written: this returns when the last holder of the other end is gone
    os.killpg(os.getpgrp(), signal.SIGKILL)
