"""The order of findings in a result."""

from __future__ import annotations

from collections.abc import Iterable

from codemods.types import Finding


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once, by its place and its code; those of one place and code as they were made."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda each: (each.cell, each.line, each.column, each.code)))
