"""Form feeds, which end a page in old sources: libcst loses those in front of a statement, so they are put back."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from codemods.engine.line_map import LineMap
from codemods.source.parsing import check_syntax
from codemods.types import Failure, Result

_BEFORE_CODE = re.compile(rb"[ \t\f]*\f(?=[ \t]*[^ \t\f\r\n#])")
"""Python forgets what stands before the form feed, too."""


def around_form_feeds(source: bytes, work: Callable[[bytes], Result]) -> Result:
    """Do the work on a source without form feeds in front of statements, and put them back into the result."""
    plain, feeds = _taken(source)
    result = work(plain)
    if not feeds or isinstance(result, Failure):
        return result
    after = _put_back(plain, result.after, feeds) if result.changed else source
    return result._replace(before=source, after=after)


def without_form_feeds(source: bytes) -> bytes:
    return _taken(source)[0]


def _taken(source: bytes) -> tuple[bytes, Mapping[int, bytes]]:
    """The source without form feeds in front of statements, and what was left out, by line."""
    if b"\f" not in source:
        return source, {}
    tree = check_syntax(source)
    if isinstance(tree, Failure):
        return source, {}
    in_texts = _lines_in_texts(tree)
    lines = source.splitlines(keepends=True)
    feeds = {
        number: found[0]
        for number, line in enumerate(lines, 1)
        if number not in in_texts and (found := _BEFORE_CODE.match(line)) is not None
    }
    if not feeds:
        return source, {}
    plain = (line[len(feeds.get(number, b"")) :] for number, line in enumerate(lines, 1))
    return b"".join(plain), feeds


def _lines_in_texts(tree: ast.Module) -> set[int]:
    """The lines that begin inside of a string."""
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr))
    return {line for text in texts for line in range(text.lineno + 1, (text.end_lineno or text.lineno) + 1)}


def _put_back(plain: bytes, after: bytes, feeds: Mapping[int, bytes]) -> bytes:
    """What stood in front of a line goes in front of what became of it, or with it."""
    before, lines = plain.splitlines(), after.splitlines(keepends=True)
    back = LineMap(plain, after).back
    heirs: dict[int, list[int]] = {}
    for place in range(len(lines)):
        heirs.setdefault(back(place + 1), []).append(place)
    for number, feed in feeds.items():
        places = heirs.get(number, [])
        same = (place for place in places if lines[place].rstrip(b"\r\n") == before[number - 1])
        for place in [*same, *places][:1]:
            lines[place] = feed + lines[place]
    return b"".join(lines)
