"""The warning that each legacy API gives once; it names the rule that removes the API."""

import os
import sys
import warnings
from typing import Set

_given: Set[str] = set()
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class LegacyAPIWarning(FutureWarning):
    """A legacy API is used; `python -m codemods upgrade` removes it. It is shown by default, like its parent class."""


def warn_legacy(code: str, legacy: str, modern: str) -> None:
    """Warn once per process that `legacy` is in use, and say what replaces it and which rule does so."""
    if legacy in _given:
        return
    _given.add(legacy)
    message = f"{legacy} is a legacy API: {modern} (rule {code}; `python -m codemods upgrade` applies it)"
    frame = sys._getframe(1)  # noqa: SLF001 - the caller is what the warning is about
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_HERE, "<frozen")):
        frame = frame.f_back
    warnings.warn_explicit(message, LegacyAPIWarning, frame.f_code.co_filename, frame.f_lineno)
