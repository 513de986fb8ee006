"""A diff on standard output: coloured on a terminal, and to the byte everywhere else."""

from __future__ import annotations

import os
import sys

from codemods.cli.output import Output, printable
from codemods.cli.report import diff
from codemods.types import Upgraded


def print_diff(name: str, result: Upgraded) -> None:
    text = diff(name, result)
    if sys.stdout.isatty():
        text = printable(text, keep="\n\t")
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        from rich.syntax import Syntax

        Output().console.print(Syntax(text, "diff", background_color="default"), soft_wrap=True)
        return
    write_stdout(text.encode("utf-8", "surrogateescape"))


def write_stdout(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
