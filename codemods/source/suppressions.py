"""`# tf-forward: ignore[TFM102]`: comments that silence rules on their line."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence

_COMMENT = re.compile(r"#\s*tf-forward:\s*ignore(?:\[([^\]]*)\])?", re.IGNORECASE)
_MARK = b"tf-forward"
_EVERY_CODE = ("",)


def suppressions(source: bytes) -> dict[int, tuple[str, ...]]:
    """The codes, or prefixes of codes, that comments silence, by 1-based line."""
    if _MARK not in source.lower():
        return {}
    lines = io.BytesIO(source.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))  # tokenize overlooks a lone \r
    comments = (token for token in tokenize.tokenize(lines.readline) if token.type == tokenize.COMMENT)
    found = {token.start[0]: _codes(token.string) for token in comments}
    return {line: codes for line, codes in found.items() if codes}


def _codes(comment: str) -> tuple[str, ...]:
    """The codes that one comment silences; `ignore` without a list silences all."""
    found = _COMMENT.search(comment)
    if found is None:
        return ()
    if found[1] is None:
        return _EVERY_CODE
    return tuple(code.strip().upper() for code in found[1].split(",") if code.strip())


def silenced_lines(lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """The same for the lines of a text that is not Python, where # begins a comment."""
    found = {number: _codes(line) for number, line in enumerate(lines, start=1) if "#" in line}
    return {number: codes for number, codes in found.items() if codes}
