"""Findings in one line: an action that fits, and lists that end where the line does."""

from __future__ import annotations

import re
from collections.abc import Iterable

ROOM = 200
"""The longest message and the longest action, in characters, without the link behind it."""

_ENDS = ("; ", ", or ", ", and ", ", ", " with ", " ")


def concise(advice: str, symbol: str, code: str) -> str:
    """An action of at most `ROOM` characters; a longer one ends with a clause, and says how to read the rest."""
    plain = without_link(advice)
    if len(plain) <= ROOM:
        return advice
    rest = f"; for more: python -m codemods explain {symbol.partition('(')[0] or code}"
    ends = (_last(plain, end, ROOM - len(rest)) for end in _ENDS)
    return plain[: next((place for place in ends if place > 0), ROOM - len(rest))] + rest


def without_link(advice: str) -> str:
    """An action without the link behind it."""
    return re.sub(r" \(https?://\S+\)$", "", advice)


def _last(text: str, end: str, room: int) -> int:
    """Where the last clause that fits ends with `end`, outside of brackets; 0 if none does."""
    places = [found.start() for found in re.finditer(re.escape(end), text) if ROOM // 4 <= found.start() <= room]
    closed = (place for place in places[::-1] if text.count("(", 0, place) == text.count(")", 0, place))
    return next(closed, 0)


def listed(names: Iterable[str], room: int = 100) -> str:
    """Names in a row, as many as fit but at least one, and how many more there are."""
    every = list(names)
    shown = 1
    while shown < len(every) and len(", ".join(every[: shown + 1])) <= room:
        shown += 1
    more = f" and {len(every) - shown} more" if len(every) > shown else ""
    return ", ".join(every[:shown]) + more
