"""Upgrade real notebooks, and check what must hold for each.

    python tests/benchmarks/notebooks.py FOLDER [native|compat]

Nothing but the sources of changed cells differs from what was read, the result is a notebook for nbformat, each cell
is Python once its magics are masked, and a second upgrade changes nothing.
"""

from __future__ import annotations

import ast
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nbformat

from codemods.cli.reading import guarded
from codemods.notebooks.document import Document, read
from codemods.notebooks.program import Program
from codemods.notebooks.work import upgrade
from codemods.types import Failure, Settings, Upgraded


def judge(source: bytes, settings: Settings) -> Iterator[str]:
    """What became of a notebook, and what is wrong with that."""
    result = guarded(lambda each, project: upgrade(each, settings, project), source)
    if isinstance(result, Failure):
        yield "WRONG: an internal error" if "internal error" in result.reason else f"refused: {result.reason}"
    elif result.unread:
        yield f"not read: {result.unread}"
    else:
        yield "changed" if result.changed else "unchanged"
        yield from _wrong(source, result, settings)


def _wrong(source: bytes, result: Upgraded, settings: Settings) -> Iterator[str]:
    before, after = read(source), read(result.after)
    assert isinstance(before, Document)
    assert isinstance(after, Document)
    if _kept(before, result) != _kept(after, result):
        yield "WRONG: more than sources differs"
    nbformat.validate(json.loads(result.after), relax_add_props=True)
    for piece in Program(after).pieces:
        ast.parse(piece.text)
    again = upgrade(result.after, settings)
    if not isinstance(again, Upgraded) or again.changed:
        yield "WRONG: no fixed point"


def _kept(document: Document, result: Upgraded) -> list[str]:
    """The text around the sources of the cells that changed."""
    changed = {part.cell for part in result.cells}
    places = [0, *(each for cell in document.cells if cell.number in changed for each in (cell.start, cell.end)), None]
    return [document.text[first:last] for first, last in zip(places[::2], places[1::2], strict=True)]


def main(folder: str, to: str = "native") -> None:
    warnings.simplefilter("ignore")
    paths = sorted(Path(folder).rglob("*.ipynb"))
    said: Counter[str] = Counter()
    for path in paths:
        for each in judge(path.read_bytes(), Settings(to)):
            said[each.partition(" (")[0]] += 1
            if each.startswith("WRONG"):
                print(f"{path}: {each}")
    print(f"{len(paths)} notebooks: {', '.join(f'{number} {each}' for each, number in said.most_common())}")
    sys.exit(any(each.startswith("WRONG") for each in said))


if __name__ == "__main__":
    main(*sys.argv[1:])
