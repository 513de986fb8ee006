"""Report lines: styled on a terminal, plain everywhere else, where rich is not even imported."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

Part = str | tuple[str, str]
"""Text, or text with its style."""

_FORCING = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Environment variables that make rich treat any stream as a terminal."""


def printable(text: str, keep: str = "") -> str:
    """The text without power over a terminal: control characters, and those that turn text round, are spelled out."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in keep else each.encode("unicode_escape", "surrogatepass").decode()
        for each in text
    )


class Output:
    """Standard output or standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        self._is_stderr = stderr
        self._rich: Console | None = None

    @property
    def is_terminal(self) -> bool:
        """True if styles should be shown; rich decides."""
        asked = any(os.environ.get(name) for name in _FORCING)
        return (asked or self._stream.isatty()) and self.console.is_terminal

    @property
    def console(self) -> Console:
        """The stream as a rich console."""
        if self._rich is None:
            from rich.console import Console

            self._rich = Console(stderr=self._is_stderr, highlight=False)
        return self._rich

    def print(self, *parts: Part) -> None:
        """Write one line."""
        if self.is_terminal:
            from rich.text import Text

            shown = (printable(each) if isinstance(each, str) else (printable(each[0]), each[1]) for each in parts)
            self.console.print(Text.assemble(*shown), soft_wrap=True)
            return
        line = "".join(part if isinstance(part, str) else part[0] for part in parts)
        self._stream.write(printable(line) + "\n")
        self._stream.flush()

    @contextlib.contextmanager
    def working(self, text: str) -> Iterator[None]:
        """Show on a terminal that something takes its time."""
        with self.console.status(text) if self.is_terminal else contextlib.nullcontext():
            yield

    @property
    def _stream(self) -> TextIO:
        return sys.stderr if self._is_stderr else sys.stdout
