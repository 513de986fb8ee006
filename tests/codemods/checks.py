"""Assertions that every test of a rule makes about a source, besides its own."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from textwrap import dedent

from codemods.engine.engine import upgrade
from codemods.types import Finding, Result, Settings, Upgraded

SHIM = "compat.keras.utils"


def check_upgraded(before: str | bytes, after: str | bytes, *, to: str = "native", exact: bool = False) -> Upgraded:
    """`before` becomes `after`, to the byte; `after` is a fixed point and has all comments."""
    source = _source(before)
    result = _upgraded(upgrade(source, Settings(to, exact=exact)))
    assert _text(result.after) == _text(_source(after))
    assert result.before is source
    assert result.changes, "a file that changed says what was changed"
    _check_sound(result, to, exact=exact)
    assert not lost_comments(source, result.after), "comments are lost"
    return result


def check_untouched(source: str | bytes, *, to: str = "native", exact: bool = False) -> None:
    """Nothing is changed and nothing is reported."""
    result = _unchanged(_source(source), to, exact=exact)
    assert result.findings == ()


def check_declined(source: str | bytes, code: str, line: int, *, to: str = "native", exact: bool = False) -> Finding:
    """Nothing is changed, and the one finding of `code` in `line` is handed back."""
    result = _unchanged(_source(source), to, exact=exact)
    found = [finding for finding in result.findings if (finding.code, finding.line) == (code, line)]
    assert len(found) == 1, f"no finding {code} in line {line}, but {result.findings}"
    _check_finding(found[0], result.after)
    return found[0]


def check_shimmed(source: str, line: int, reason: str) -> Upgraded:
    """The `multi_gpu_model` calls go to the shim; the one of `line` (of the result) is named with the reason."""
    result = _upgraded(upgrade(_source(source)))
    _check_sound(result, "native")
    text = _text(result.after)
    assert SHIM in text, text
    assert "strategy" not in text.lower(), text
    found = [note for note in result.notes if note.code == "TFM201"]
    assert line in [note.line for note in found], found
    assert not [finding for finding in result.findings if finding.code == "TFM201"], "nothing is left to do"
    assert reason in next(finding.message for finding in found if finding.line == line)
    return result


def check_lasting(source: str, settings: Settings) -> Upgraded:
    """What becomes of `source` is a fixed point of the same settings, and its findings are those of the result."""
    result = _upgraded(upgrade(source.encode(), settings))
    again = _upgraded(upgrade(result.after, settings))
    assert not again.changed
    assert again.findings == result.findings
    return result


def check_sound(source: str | bytes, *, to: str = "native") -> Upgraded:
    """Assert what must hold for every source that can be processed."""
    result = _upgraded(upgrade(_source(source), Settings(to)))
    _check_sound(result, to)
    return result


def _check_sound(result: Upgraded, to: str, *, exact: bool = False) -> None:
    ast.parse(result.after)
    again = _upgraded(upgrade(result.after, Settings(to, exact=exact)))
    assert again.changes == (), f"the second upgrade changes {again.changes}"
    assert again.after is result.after
    assert _open(again.findings, again) == _open(result.findings, again), "the findings are those of the result"
    for change in result.changes:
        assert 1 <= change.line <= _line_count(result.before)
        assert change.message.strip()
    for finding in result.findings:
        _check_finding(finding, result.after)


def _open(findings: tuple[Finding, ...], again: Upgraded) -> list[Finding]:
    """The findings; where the result no longer tells of its releases, those that ask for them may be a note."""
    is_asked = any("--from" in note.advice for note in again.notes)
    return [each for each in findings if not (is_asked and "--from" in each.advice)]


def _check_finding(finding: Finding, text: bytes) -> None:
    assert 1 <= finding.line <= _line_count(text)
    assert finding.column >= 1
    assert finding.message.strip()
    assert finding.advice.strip()


def _unchanged(source: bytes, to: str, *, exact: bool = False) -> Upgraded:
    result = _upgraded(upgrade(source, Settings(to, exact=exact)))
    assert result.changes == ()
    assert result.before is source
    assert result.after is result.before
    return result


def _upgraded(result: Result) -> Upgraded:
    assert isinstance(result, Upgraded), result
    return result


def _source(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode()


def _text(source: bytes) -> str:
    return source.decode("utf-8", "backslashreplace")


def _line_count(source: bytes) -> int:
    return len(source.splitlines()) + 1


def lost_comments(before: bytes, after: bytes) -> list[str]:
    """The comments that an upgrade lost, except those on a device, which go with the scope of the device."""
    lost = _comments(before) - _comments(after)
    on_device = [block for block in _COMMENT_BLOCK.findall(before.decode(errors="replace")) if _CPU.search(block)]
    return [each for each in lost.elements() if not any(each in block for block in on_device)]


_COMMENT_BLOCK = re.compile(r"(?:[^\n]*#[^\n]*\n)+")
_CPU = re.compile(r"\bcpus?\b", re.IGNORECASE)


def _comments(source: bytes) -> Counter[str]:
    """The comments of a source; none where `tokenize` is stricter than the parser."""
    lines = io.BytesIO(source.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    try:
        tokens = list(tokenize.tokenize(lines.readline))
    except (SyntaxError, tokenize.TokenError, ValueError):
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
