"""The line of a script that is behind a call, with the frames of this package and of Python's import left out."""

import os
import sys
from types import FrameType

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def caller() -> FrameType:
    """Return the innermost frame that is not of this package; the outermost one if all are."""
    frame = sys._getframe(1)  # noqa: SLF001 - the caller is what warnings and reports are about
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_HERE, "<frozen")):
        frame = frame.f_back
    return frame
