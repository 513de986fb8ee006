"""Rewrites legacy TensorFlow and Keras code for modern releases."""

from __future__ import annotations

import os.path
import sys
from importlib.machinery import ModuleSpec, PathFinder

_HERE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - the user's project may have a pathlib.py


class _Shims:
    """Finds the `compat` next to this package: a user's project may have its own module of that name."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        return PathFinder.find_spec(name, [_HERE]) if name == "compat" else None


sys.meta_path.insert(0, _Shims)
