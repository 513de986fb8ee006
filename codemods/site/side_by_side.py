"""Two versions of a source beside each other, as a table in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

_Side = tuple[int, str, str]
"""The number of a line, its HTML, and `same`, `removed`, `added`; or `none` where the other side has more lines."""
_NONE: _Side = (0, "", "none")


def side_by_side(before: str, after: str) -> str:
    """A table with the lines of both sources; without a blank line, so that Markdown takes it for one block."""
    columns = '<colgroup><col class="number"><col><col class="number"><col></colgroup>'
    head = '<tr><th scope="col" colspan="2">before</th><th scope="col" colspan="2">after</th></tr>'
    rows = (f"<tr>{_cells(left)}{_cells(right)}</tr>" for left, right in _rows(before, after))
    return "\n".join(
        [
            '<div class="side-by-side highlight" data-search-exclude tabindex="0"><table class="pair">',
            f"{columns}<thead>{head}</thead><tbody>",
            *rows,
            "</tbody></table></div>",
        ]
    )


def _rows(before: str, after: str) -> Iterator[tuple[_Side, _Side]]:
    left, right = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for tag, first, last, first_after, last_after in matcher.get_opcodes():
        kinds = ("same", "same") if tag == "equal" else ("removed", "added")
        yield from zip_longest(
            _sides(left, first, last, kinds[0]), _sides(right, first_after, last_after, kinds[1]), fillvalue=_NONE
        )


def _sides(lines: Sequence[str], first: int, last: int, kind: str) -> list[_Side]:
    return [(number + 1, lines[number], kind) for number in range(first, last)]


def _lines(source: str) -> list[str]:
    """The HTML of each line; the formatter ends all spans with their line."""
    return str(highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))).split("\n")


def _cells(side: _Side) -> str:
    number, html, kind = side
    return f'<td class="number">{number or ""}</td><td class="{kind}">{html}</td>'
