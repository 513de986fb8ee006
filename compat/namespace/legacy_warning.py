"""The warning that each legacy API gives once; it names the rule that removes the API."""

import warnings
from typing import Set

from compat.namespace import uses
from compat.namespace.callers import caller

_given: Set[str] = set()


class LegacyAPIWarning(FutureWarning):
    """A legacy API is used; `python -m codemods upgrade` removes it. It is shown by default, like its parent class."""


def warn_legacy(code: str, legacy: str, modern: str) -> None:
    """Warn once per process that `legacy` is in use, and say what replaces it and which rule does so.

    Where the uses are noted, they are reported in the end instead.
    """
    if legacy in _given:
        return
    _given.add(legacy)
    if uses.noted is not None:
        uses.noted.note_call(legacy, code)
        return
    message = f"{legacy} is a legacy API: {modern} (rule {code}; `python -m codemods upgrade` applies it)"
    frame = caller()
    warnings.warn_explicit(message, LegacyAPIWarning, frame.f_code.co_filename, frame.f_lineno)
