"""Questions to the tables, asked while a name is looked up; indexes are built on first use."""

from functools import lru_cache
from typing import Dict, FrozenSet, Mapping, NamedTuple, Optional

from compat.tables.aliases import KERAS_ROOTS, SYMBOL_ALIASES
from compat.tables.rows import Removed


def canonical(path: str) -> str:
    """Name without `compat.`, standalone Keras and `tf.keras` under the one root `keras`."""
    name = path[len("compat.") :] if path.startswith("compat.") else path
    for root in KERAS_ROOTS:
        if name == root or name.startswith(root + "."):
            return "keras" + name[len(root) :]
    return name


def shim_module(path: str, name: str) -> Optional[str]:
    """Return the module that holds the shim of `path.name`, if there is one."""
    full = path + "." + name
    return _index().shims.get(SYMBOL_ALIASES.get(full, full))


def moved_to(path: str, name: str) -> Optional[str]:
    """Return the modern name of `path.name`, if a table says that it moved."""
    return _index().moved.get(path + "." + name)


def alias(path: str, name: str) -> Optional[str]:
    """Return another legacy name of `path.name`."""
    return SYMBOL_ALIASES.get(path + "." + name)


def removed(path: str, name: str) -> Optional[Removed]:
    """Return the row of `path.name`, or of the module it was in."""
    rows = _index().removed
    return rows.get(path + "." + name) or rows.get(path)


def is_legacy_module(path: str) -> bool:
    """Whether a table names something inside the module `path`."""
    return path in _index().modules


def spelled_in(path: str) -> FrozenSet[str]:
    """Every name that the tables know in the module `path`."""
    index = _index()
    names = {name.rpartition(".") for name in (*index.shims, *index.moved, *SYMBOL_ALIASES)}
    return frozenset(last for module, _, last in names if module == path)


class _Index(NamedTuple):
    shims: Mapping[str, str]
    moved: Mapping[str, str]
    removed: Mapping[str, Removed]
    modules: FrozenSet[str]


@lru_cache(maxsize=None)
def _index() -> _Index:
    from compat.tables.moved_modules import MOVED_MODULES
    from compat.tables.moved_symbols import MOVED_SYMBOLS
    from compat.tables.removed import REMOVED
    from compat.tables.shims import SHIMS
    from compat.tables.tensorflow_v1 import TENSORFLOW_V1

    moved: Dict[str, str] = {row.legacy: row.modern for row in (*MOVED_SYMBOLS, *TENSORFLOW_V1)}
    for module in MOVED_MODULES:
        moved.update({module.legacy + "." + name: module.modern + "." + name for name in module.names})
    shims = {legacy: row.module for row in SHIMS for legacy in row.symbols}
    gone = {row.legacy: row for row in REMOVED}
    modules = {parent for name in (*shims, *moved, *gone, *SYMBOL_ALIASES) for parent in _parents(name)}
    return _Index(shims, moved, gone, frozenset(modules))


def _parents(name: str) -> FrozenSet[str]:
    parts = name.split(".")
    return frozenset(".".join(parts[:length]) for length in range(1, len(parts)))
