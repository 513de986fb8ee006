"""Legacy TensorFlow and Keras calls, run on today's TensorFlow and Keras 3."""

import sys
from typing import Optional, Sequence

from compat.namespace.legacy_warning import LegacyAPIWarning

__all__ = ["LegacyAPIWarning", "install"]


def install(packages: Optional[Sequence[str]] = None) -> None:
    """Run the rest of a program on the shims, as `python -m compat run --legacy` does; its imports stay as they are.

    This belongs into the first line of the program, before it imports Keras, TensorFlow or what uses them. `packages`
    are the packages that count as legacy besides it; None: those in which nothing knows Keras 3.
    """
    from compat.runner import legacy

    legacy.install(sys._getframe(1), packages)  # noqa: SLF001 - the program is who calls this
