"""The rules that `--select` and `--ignore` choose, by codes or their beginnings."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def chosen(codes: Iterable[str], where: str) -> tuple[str, ...]:
    """Codes and beginnings of codes as rules spell them; `where` they stand is for the message.

    Raises:
        ValueError: no rule's code begins so; the message says what to do.

    """
    spelled = tuple(code.strip().upper() for code in codes if code.strip())
    if not spelled:
        return ()
    from codemods.rules import rules_by_code

    known = [*rules_by_code()]
    for code in spelled:
        if not any(each.startswith(code) for each in known):
            raise ValueError(f"{where}: no rule's code is {code!r} or begins with it; {_next_step(code, known)}")
    return spelled


def _next_step(code: str, known: list[str]) -> str:
    close = get_close_matches(code, known) if len(code) >= len(known[0]) else []
    return f"did you mean {', '.join(close)}?" if close else "codemods/README.md lists the rules"
