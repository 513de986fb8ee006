"""Adapts Markdown that was written for GitHub to the site: links, codes of rules, and what Python-Markdown asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Link = Callable[[str, str], str]
"""Makes the Markdown of a link, from its text and its target."""

CODE = re.compile(r"TFM\d{3}")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"(?:[-*+]|\d+\.) ")
_INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\[(?P<text>(?:[^\[\]`]|`[^`]*`)*)\]\((?P<target>[^()\s]+)\)"
    r"|<!--.*?-->|<https?:[^>]*>"
    rf"|\b(?P<rule>{CODE.pattern})\b"
)


def adapted(text: str, link: Link, code_link: Callable[[str], str | None]) -> str:
    """The text with each link and each code of a rule replaced, and blank lines before lists and tables.

    `code_link` returns the target of a code, or None if it stays plain. Code, headings and links to other sites stay.
    """
    lines: list[str] = []
    before = ""
    for line, is_code in _lines(text):
        if is_code:
            lines.append(line)
        else:
            if _starts_block(before, line):
                lines.append("")
            linked = line if line.startswith("#") else _INLINE.sub(lambda m: _replaced(m, link, code_link), line)
            lines.append(linked.replace("<details>", '<details markdown="1">'))
        before = "" if is_code else line
    return "\n".join(lines) + "\n"


def shifted(text: str, levels: int) -> str:
    """The text with its headings `levels` lower."""
    lines = ("#" * levels + line if not is_code and line.startswith("#") else line for line, is_code in _lines(text))
    return "\n".join(lines)


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one of its level. Raises ValueError if there is none."""
    kept: list[str] = []
    level = 0
    for line, is_code in _lines(text):
        found = 0 if is_code else len(line) - len(line.lstrip("#"))
        if level and found and found <= level:
            break
        if level:
            kept.append(line)
        elif found and line.lstrip("# ") == heading:
            level = found
    if not level:
        raise ValueError(f"there is no heading {heading!r}")
    return "\n".join(kept).strip("\n")


def targets(text: str) -> Iterator[str]:
    """The targets of all links outside of code."""
    for line, is_code in _lines(text):
        if not is_code:
            yield from (match["target"] for match in _INLINE.finditer(line) if match["target"])


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it belongs to a fenced block of code."""
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if fence:
            yield line, True
            if mark and mark[1].startswith(fence) and not line.strip(" `~"):
                fence = ""
        else:
            fence = mark[1] if mark else ""
            yield line, bool(mark)


def _starts_block(before: str, line: str) -> bool:
    """True for the first line of a list or a table below a line of text, which Python-Markdown takes for text."""
    if not before.strip() or before.startswith((" ", "<!--")):
        return False
    if _ITEM.match(line):
        return not _ITEM.match(before)
    return line.startswith("|") and not before.startswith("|")


def _replaced(match: re.Match[str], link: Link, code_link: Callable[[str], str | None]) -> str:
    if match["target"] is not None:
        return link(match["text"], match["target"])
    code = match["rule"] or match["code"] or ""
    target = code_link(code) if CODE.fullmatch(code) else None
    return f"[{match[0]}]({target})" if target else match[0]
