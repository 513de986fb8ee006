"""The names that the shims have, which a file may go on using through `compat`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import compat
from codemods.source.canonical_names import Spelling, prefixes
from codemods.source.moved_names import GONE_SYMBOLS, is_gone_module, moved
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.shims import SHIMS
from compat.tables.names.tensorflow_1 import CHANGED, MOVED

_NAMES = (
    frozenset(symbol for shim in SHIMS for symbol in shim.symbols)
    | MOVED.keys()
    | SAME_OBJECTS.keys()
    | CHANGED
    | GONE_SYMBOLS
)
_HOME = Path(compat.__file__).parent
_MODULES = frozenset(name.rpartition(".")[0] for name in _NAMES)
_ROOTS = frozenset({"tensorflow", "tensorflow.contrib", "tensorflow.keras", "keras"})
"""Packages of the shims that define some of the names below them, and look up the others elsewhere."""
_NOT_CARRIED = ("tensorflow.estimator.BoostedTrees",)
"""Names that the packages behind the shims have dropped themselves."""


def is_on_shims(found: Spelling) -> bool:
    """True if the shims themselves provide a name or a module above it."""
    plain = found.plain
    if plain in _ROOTS or plain in _MODULES or found.canonical in _NAMES or moved(plain) or is_gone_module(plain):
        return True
    return any(prefix in _NAMES or _is_module(prefix) for prefix in prefixes(plain)) and not plain.startswith(
        _NOT_CARRIED
    )


@cache
def _is_module(plain: str) -> bool:
    """True if the shims have a module of their own for a legacy module."""
    if plain in _ROOTS:
        return False
    path = _HOME.joinpath(*plain.split("."))
    return (path / "__init__.py").exists() or path.with_suffix(".py").exists()
