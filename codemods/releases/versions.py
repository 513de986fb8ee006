"""Versions as numbers, to compare them."""

from __future__ import annotations

from functools import cache


@cache
def minor_version(version: str) -> tuple[int, ...]:
    """The major and the minor number of a version: `2.16.1` is `(2, 16)`."""
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
