"""The lines of a source, in the way that findings count them."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping, Sequence

from codemods.notebooks.document import Document, read
from codemods.types import Upgraded

Lines = Mapping[int, Sequence[str]]
"""The lines by the cell that they are in, which is 0 in a script."""

_LINE_END = re.compile(r"\r\n|\r|\n")


def lines_on_disk(result: Upgraded, *, dry: bool) -> Lines:
    """The lines of the file on disk, by cell."""
    source = result.before if dry else result.after
    if result.program is None:
        return {0: split_lines(text_of(source))}
    document = read(source)
    assert isinstance(document, Document)
    return {cell.number: split_lines(cell.source) for cell in document.cells}


def line_of(lines: Lines, cell: int, line: int) -> str:
    """One line, counted from 1; "" if there is none."""
    found = lines.get(cell, ())
    return found[line - 1] if 0 < line <= len(found) else ""


def text_of(source: bytes) -> str:
    """The text of a script in its own encoding; what cannot be decoded is replaced."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    except SyntaxError:
        encoding = "utf-8"
    return source.decode(encoding, "replace")


def split_lines(text: str) -> list[str]:
    """The lines of a text as Python counts them; a form feed ends none."""
    return _LINE_END.split(text)
