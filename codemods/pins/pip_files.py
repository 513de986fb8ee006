"""Requirements files of pip: one requirement a line, with comments, markers, options and hashes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.pins.pin import Pin, pip_pin

_LINE = re.compile(r"(?:[^\n\\]|\\\r?\n|\\.)*(?:\n|\Z)")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.MULTILINE)
_OPTIONS = re.compile(r"\s+--?[A-Za-z].*|\s*\\\r?\n.*", re.DOTALL)


def pins_of(text: str) -> Iterator[Pin]:
    """The requirements; options and other files that they name are left out."""
    for line in _LINE.finditer(text):
        said = _COMMENT.sub("", line[0])
        start = line.start() + len(said) - len(said.lstrip("\ufeff \t"))
        plain = _OPTIONS.sub("", said.strip("\ufeff \t\r\n")).rstrip()
        if plain and not plain.startswith("-"):
            yield from pip_pin(plain, start, fixed="it has hashes: make them anew" if "--hash" in said else "")
