"""Ends a run when a signal asks for it: at once, with its worker processes, but never in the midst of a file."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupted(BaseException):
    """A signal asked the run to end."""

    def __init__(self, number: int) -> None:
        self.status = 128 + number
        """The exit status by which shells tell it."""
        super().__init__(f"Stopped by {signal.Signals(number).name}")


class _Delay:
    """Whether a signal has to wait, and the first one that does."""

    def __init__(self) -> None:
        self.is_on = False
        self.pending: int | None = None


_delay = _Delay()


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Raise `Interrupted` when a signal asks the process to end; signals that are ignored stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    process = os.getpid()

    def stop(number: int, _: FrameType | None) -> None:
        if os.getpid() != process:  # a worker that has just begun
            os._exit(128 + number)
        if _delay.is_on:
            _delay.pending = number
        else:
            _stop(number)

    before = {each: signal.getsignal(each) for each in _SIGNALS}
    for number, handler in before.items():
        if handler not in (signal.SIG_IGN, None):
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)


def _stop(number: int) -> None:
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for worker in active_children():
            worker.kill()
    raise Interrupted(number)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals wait until a file is written."""
    _delay.is_on = True
    try:
        yield
    finally:
        _delay.is_on = False
        if _delay.pending is not None:
            number, _delay.pending = _delay.pending, None
            _stop(number)


@contextlib.contextmanager
def starting_workers() -> Iterator[None]:
    """Start processes that leave Ctrl-C to their parent, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def end_with_parent() -> None:
    """In a worker: end when the parent does, whatever ended it; other signals end a worker as any process."""
    from multiprocessing import parent_process

    for number in _SIGNALS:
        if number != signal.SIGINT:
            signal.signal(number, signal.SIG_DFL)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.join,), daemon=True).start()


def _watch(wait: Callable[[], None]) -> None:
    wait()
    os._exit(1)
