"""Report lines: styled on a terminal, plain everywhere else, where rich is not even imported."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

Part = str | tuple[str, str]
"""Text, or text with its style."""

_CONTROL = dict.fromkeys(map(ord, "\a\b\v\f\r"))
"""Characters that move the cursor; rich leaves them out as well."""
_FORCING = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Environment variables that make rich treat any stream as a terminal."""


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

            self.console.print(Text.assemble(*parts), soft_wrap=True)
            return
        line = "".join(part if isinstance(part, str) else part[0] for part in parts)
        self._stream.write(line.translate(_CONTROL) + "\n")
        self._stream.flush()

    @property
    def _stream(self) -> TextIO:
        return sys.stderr if self._is_stderr else sys.stdout
