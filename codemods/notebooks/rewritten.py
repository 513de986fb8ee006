"""The sources of the cells after an edit of their program, or the reason why the edit is not one of cells."""

from __future__ import annotations

import ast
from typing import NamedTuple

from codemods.engine.line_map import LineMap
from codemods.notebooks.moves import first_move
from codemods.notebooks.program import Placing, Program
from codemods.notebooks.scopes import divided
from codemods.types import Failure

_ADVICE = "put these cells together, or use --to compat, which changes the imports only"


class Rewritten(NamedTuple):
    """`program` is the edited program, `sources` has the cells that changed, `place` finds lines of the edited one."""

    program: str
    sources: dict[int, str]
    place: Placing


def rewritten(program: Program, edited: str) -> Rewritten | Failure:
    """Take an edited program apart; every cell is Python by itself, and has the magics that it had."""
    whole = edited
    if not _is_divided(program, whole):
        whole = divided(edited, program.token)
    texts = program.texts(whole)
    if texts is None or not all(map(_is_python, texts.values())):
        return Failure("an edit would join cells into one block", _ADVICE)
    move = first_move({piece.cell: piece.text for piece in program.pieces}, texts)
    if move is not None:
        return Failure(f"an edit would move code from cell {move[0]} to cell {move[1]}", _ADVICE, cell=move[0])
    sources: dict[int, str] = {}
    for piece in program.pieces:
        if texts[piece.cell] != piece.text:
            source = program.restored(piece, texts[piece.cell])
            if source is None:
                return Failure("an edit would change a magic", _ADVICE, 1, 1, piece.cell)
            sources[piece.cell] = source
    place, lines = program.placing(whole), LineMap(whole.encode(), edited.encode())
    return Rewritten(whole, sources, lambda line, column: place(lines.back(line), column))


def _is_divided(program: Program, text: str) -> bool:
    texts = program.texts(text)
    return texts is not None and all(map(_is_python, texts.values()))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
