"""The warning that every legacy call gives once, naming the rule that removes the call."""

import warnings
from typing import Set

_given: Set[str] = set()


class LegacyAPIWarning(FutureWarning):
    """A legacy API is in use; `python -m codemods upgrade` removes it. Shown by default, as its parent is."""


def warn_legacy(code: str, legacy: str, modern: str) -> None:
    """Say once per process that `legacy` is in use, what replaces it and which rule does so."""
    if legacy in _given:
        return
    _given.add(legacy)
    message = "{} is a legacy API: {} (rule {}; `python -m codemods upgrade` applies it)".format(legacy, modern, code)
    warnings.warn(message, LegacyAPIWarning, stacklevel=3)
