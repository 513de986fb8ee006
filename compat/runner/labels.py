"""The output of several processes as one: whole lines, and each says whose it is."""

import os
import threading
from typing import IO, Any, List

_COLOURS = (36, 33, 32, 35, 34, 31)
_ONE_AT_A_TIME = threading.Lock()


class Labelled:
    """What a process writes into `source`, line by line with its label, in `target`.

    A line that a carriage return drew over appears as it was last. A label has a colour where `target` is a terminal
    and `NO_COLOR` is not set.
    """

    def __init__(self, source: IO[bytes], target: Any, label: str, number: int) -> None:
        self._source = source
        self._target = getattr(target, "buffer", target)
        colour = _COLOURS[number % len(_COLOURS)]
        shown = f"\033[{colour}m[{label}]\033[0m " if takes_colours(target) else f"[{label}] "
        self._label = shown.encode()
        self._reader = threading.Thread(target=self._copy, daemon=True)
        self._reader.start()

    def join(self, seconds: float) -> None:
        """Wait until all is written; something that the process left running may hold its output open for longer."""
        self._reader.join(seconds)

    def _copy(self) -> None:
        for line in self._source:
            shown = line.rstrip(b"\r\n").split(b"\r")[-1]
            with _ONE_AT_A_TIME:
                try:
                    self._target.write(self._label + shown + b"\n")
                    self._target.flush()
                except (OSError, ValueError):  # nobody reads it any more; the process must not block for that
                    continue


def takes_colours(target: Any) -> bool:
    """Return whether colours may be written there."""
    return bool(target.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def join_all(outputs: List[Labelled], seconds: float = 2.0) -> None:
    """Wait for every output; it is complete unless something still holds it open."""
    for output in outputs:
        output.join(seconds)
