"""The places of arguments in calls of other packages: those that are left, and those that became keywords."""

from typing import NamedTuple, Tuple


class Places(NamedTuple):
    """The arguments that still have a place, and those that had one behind them."""

    kept: Tuple[str, ...]
    named: Tuple[str, ...]


def places(kept: str, named: str) -> Places:
    """The arguments of two texts with a space between them."""
    return Places(tuple(kept.split()), tuple(named.split()))
