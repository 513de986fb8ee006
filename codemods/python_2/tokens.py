"""The tokens of a Python 2 text: its comments, and its indentation, in which a tab ended at an eighth column."""

from __future__ import annotations

import io
import re

from codemods.source.python_2_grammar import pygram

pygram()  # before any of these

from fissix.pgen2 import token, tokenize  # noqa: E402

_TAB = 8
_INDENT = re.compile(r"[ \t]*\t[ \t]*")


def with_spaces(text: str) -> tuple[str, list[int]]:
    """The text with spaces for the tabs in its indentation, and the lines that changed; texts in it stay."""
    kept = _lines_in_texts(text)
    lines = text.split("\n")
    changed = []
    for number, line in enumerate(lines, 1):
        found = _INDENT.match(line)
        if found is not None and number not in kept:
            lines[number - 1] = found[0].expandtabs(_TAB) + line[found.end() :]
            changed.append(number)
    return "\n".join(lines), changed


def _lines_in_texts(text: str) -> set[int]:
    """The lines that begin inside of a string."""
    found: set[int] = set()
    for kind, _, (first, _), (last, _), _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == token.STRING:
            found.update(range(first + 1, last + 1))
    return found


def comments(text: str) -> list[tuple[int, str]]:
    """The comments of a Python 2 text, each after its line."""
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(line, comment.rstrip("\r")) for kind, comment, (line, _), *_ in found if kind == tokenize.COMMENT]
