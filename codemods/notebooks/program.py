"""One program of all cells of a notebook, and the way back from its lines to the cells.

A text that stands for nothing separates the cells. Markdown follows the code, as calls of IPython's `%%markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import count
from textwrap import indent
from typing import NamedTuple

from codemods.notebooks.document import Document
from codemods.notebooks.magics import Mask, masked, prose_mask, text_mask
from codemods.source.parsing import check_syntax
from codemods.types import Failure

_LINE_END = re.compile(r"\r\n?|\n")
_INDENT = re.compile(r"(?:[ \t]*\n)*([ \t]+)\S")


class Piece(NamedTuple):
    """The part of the program that a cell is; `source` is the cell's own.

    IPython ignores the `indent` of a whole cell, and nothing needs the white space at its `end`.
    """

    cell: int
    source: str
    text: str
    masks: tuple[Mask, ...]
    indent: str = ""
    end: str = ""


class Place(NamedTuple):
    """A place in a notebook; all three are 1-based."""

    cell: int
    line: int
    column: int


Placing = Callable[[int, int], Place]
"""Finds the place in the notebook of a line and a column of the program."""


class Program:
    """The program of a notebook; `token` is a word that stands nowhere in it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        sources = [cell.source for cell in document.cells]
        self.token = next(each for each in map("cell{}".format, count()) if not any(each in one for one in sources))
        code = [self._code(cell.number, cell.source) for cell in document.cells if cell.kind == "code"]
        prose = [self._prose(cell.number, cell.source) for cell in document.cells if cell.kind == "markdown"]
        self.pieces = (*code, *prose)
        self._border = re.compile(rf'^"{self.token} (\d+)"\n', re.MULTILINE)

    def _code(self, cell: int, source: str) -> Piece:
        plain, indent, end = _stripped(source)
        text, masks = self.masked(cell, plain)
        failure = check_syntax(f"{self.border(cell)}\n{text}\n".encode("utf-8", "surrogatepass"))
        if isinstance(failure, Failure) and not failure.is_of_python_2:
            mask = text_mask(source, self._mark(cell, 0))
            return Piece(cell, source, mask.text, (mask,))
        return Piece(cell, source, text, tuple(masks), indent, end)

    def _prose(self, cell: int, source: str) -> Piece:
        mask = prose_mask(source, self._mark(cell, 0))
        return Piece(cell, source, mask.text, (mask,))

    def _mark(self, cell: int, number: int) -> str:
        return f"{self.token} {cell}.{number}"

    def masked(self, cell: int, source: str) -> tuple[str, list[Mask]]:
        """The source of a cell as Python, without its indentation."""
        return masked(source, (self._mark(cell, number) for number in count()))

    def restored(self, piece: Piece, text: str) -> str | None:
        """The source of a cell whose text was edited; None if its magics would not be those that they were."""
        source = text
        for mask in piece.masks:
            if source.count(mask.text) != 1:
                return None
            source = source.replace(mask.text, mask.original)
        if self.masked(piece.cell, source) != (text, list(piece.masks)):
            return None
        whole = indent(source, piece.indent) + piece.end
        return whole if _stripped(whole) == (source, piece.indent, piece.end) else None

    def border(self, cell: int) -> str:
        """The line above the text of a cell."""
        return f'"{self.token} {cell}"'

    @cached_property
    def text(self) -> str:
        return "".join(text for _, text in self.lines_and_texts())

    def texts(self, program: str) -> dict[int, str] | None:
        """The text of each cell in a version of the program; None if the cells are not all there, in order."""
        head, *parts = self._border.split(program)
        cells = [int(number) for number in parts[::2]]
        if head or cells != [piece.cell for piece in self.pieces] or self.token in self._unmasked(program):
            return None
        return {
            piece.cell: text.rstrip("\n") if piece.text.startswith("\n") else text.strip("\n")
            for piece, text in zip(self.pieces, parts[1::2], strict=True)
        }

    def _unmasked(self, program: str) -> str:
        """The program without borders and masks."""
        program = self._border.sub("", program)
        for piece in self.pieces:
            for mask in piece.masks:
                program = program.replace(mask.text, "", 1)
        return program

    @property
    def code(self) -> bytes:
        return self.text.encode("utf-8", "surrogatepass")

    def lines_and_texts(self) -> Iterator[tuple[int, str]]:
        """The text of each cell after its border, and the number of lines above both."""
        above = 0
        for piece in self.pieces:
            text = f"{self.border(piece.cell)}\n{piece.text}\n"
            yield above, text
            above += text.count("\n")

    @cached_property
    def place(self) -> Placing:
        """What finds the places of the program."""
        return self.placing(self.text)

    def placing(self, program: str) -> Placing:
        """What finds the places of a version of the program."""
        return _Places(self, program).place


class _Places:
    """The places in the cells of the lines of a program."""

    def __init__(self, program: Program, text: str) -> None:
        self._program = program
        self._lines = _LINE_END.split(text)

    @cached_property
    def _starts(self) -> Mapping[int, tuple[int, Piece]]:
        """For each line the first line of its piece, counted from 0, and the piece."""
        pieces = {self._program.border(piece.cell): piece for piece in self._program.pieces}
        return dict(self._each_start(pieces))

    def _each_start(self, pieces: Mapping[str, Piece]) -> Iterator[tuple[int, tuple[int, Piece]]]:
        start = 0
        piece = self._program.pieces[0]
        for number, line in enumerate(self._lines):
            if line.strip() in pieces:
                piece, start = pieces[line.strip()], number + 1
                if not piece.text.startswith("\n"):
                    while start + 1 < len(self._lines) and not self._lines[start].strip():
                        start += 1
            yield number, (start, piece)

    def place(self, line: int, column: int) -> Place:
        """The place in the notebook of a line and a column of the program."""
        line = min(max(line, 1), len(self._lines)) - 1
        start, piece = self._starts[line]
        above = "\n".join(self._lines[start:line])
        extra = sum(mask.extra_lines for mask in piece.masks if mask.text in above)
        return Place(piece.cell, max(0, line - start) + extra + 1, self._column(piece, line, column))

    def _column(self, piece: Piece, line: int, column: int) -> int:
        """A column of the cell, where a mask before it is longer or shorter than what it stands for."""
        text = self._lines[line]
        for mask in piece.masks:
            at = text.find(mask.text)
            if at >= 0 and at + len(mask.text) < column:
                column += len(mask.original) - len(mask.text)
        return column + len(piece.indent)


def _stripped(source: str) -> tuple[str, str, str]:
    """A source without the indentation of its first line, which IPython takes off, that, and white space at its end."""
    plain = source.rstrip()
    found = _INDENT.match(plain)
    space = found[1] if found is not None else ""
    lines = (line.removeprefix(space) for line in plain.split("\n"))
    return "\n".join(lines), space, source[len(plain) :]
