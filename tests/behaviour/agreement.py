"""When two measurements are the same."""

from __future__ import annotations

import math
from typing import Any

TOLERANCE = 1e-5


def agree(before: Any, now: Any) -> bool:
    """Whether two measurements are equal, numbers to 1e-5 of the larger, or of 1."""
    if isinstance(before, dict) and isinstance(now, dict):
        return before.keys() == now.keys() and all(agree(each, now[key]) for key, each in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(agree, before, now))
    if _is_number(before) and _is_number(now):
        return math.isclose(before, now, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(before == now)


def first_difference(before: Any, now: Any) -> tuple[Any, Any]:
    """The first two numbers, or words, in which two measurements differ."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        return next((first_difference(each, now[key]) for key, each in before.items() if not agree(each, now[key])))
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return next(first_difference(*pair) for pair in zip(before, now, strict=True) if not agree(*pair))
    return before, now


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
