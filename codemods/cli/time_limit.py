"""Ends the work on one file that takes too long; on Windows, which has no such clock, nothing does."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

SECONDS = 60.0
"""Processor time, so that a busy machine makes no difference; most files take a tenth of a second."""


class TimeIsUp(BaseException):
    """The work on a file took too long; no `except Exception` on the way shall take it."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the work that takes longer; what fails because a finalizer swallowed it, is that as well."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    is_up = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal is_up
        is_up = True
        raise TimeIsUp

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)  # again, should a finalizer swallow the first
    try:
        yield
    except Exception as error:
        if is_up:
            raise TimeIsUp from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
