"""Questions to the tables, asked while a name is looked up; the index of a family is built on first use."""

from functools import lru_cache
from typing import AbstractSet, Dict, FrozenSet, Mapping, NamedTuple, Optional, Tuple

from compat.tables.names.aliases import KERAS_ROOTS, SYMBOL_ALIASES
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
    return _index(family(path)).shims.get(SYMBOL_ALIASES.get(full, full))


def moved_to(path: str, name: str) -> Optional[str]:
    """Return the modern name of `path.name`, if a table says that it moved."""
    return _index(family(path)).moved.get(path + "." + name)


def is_changed(path: str, name: str) -> bool:
    """Whether TensorFlow 2 means something else by `path.name` than TensorFlow 1 did."""
    return path + "." + name in _index(family(path)).changed


def alias(path: str, name: str) -> Optional[str]:
    """Return another legacy name of `path.name`."""
    return SYMBOL_ALIASES.get(path + "." + name)


def removed(path: str, name: str) -> Optional[Removed]:
    """Return the row of `path.name`, or of the module it was in."""
    rows = _index(family(path)).removed
    return rows.get(path + "." + name) or rows.get(path)


def is_legacy_module(path: str) -> bool:
    """Whether a table names something inside the module `path`."""
    return path in _index(family(path)).modules


def spelled_in(path: str) -> FrozenSet[str]:
    """Every name that the tables know in the module `path`."""
    index = _index(family(path))
    names = {name.rpartition(".") for name in (*index.shims, *index.moved, *index.changed, *SYMBOL_ALIASES)}
    return frozenset(last for module, _, last in names if module == path)


def family(path: str) -> str:
    """Return `keras` or `tensorflow`, whichever a canonical path is in."""
    return path.partition(".")[0]


class _Index(NamedTuple):
    shims: Mapping[str, str]
    moved: Mapping[str, str]
    changed: AbstractSet[str]
    removed: Mapping[str, Removed]
    modules: FrozenSet[str]


@lru_cache(maxsize=None)
def _index(root: str) -> _Index:
    """What the tables say of the names below `keras`, or below `tensorflow`."""
    from compat.tables.names.shims import SHIMS
    from compat.tables.removed import REMOVED

    moved, changed = _tensorflow() if root == "tensorflow" else (_keras(), frozenset())
    shims = {legacy: row.module for row in SHIMS for legacy in row.symbols if family(legacy) == root}
    gone = {row.legacy: row for row in REMOVED if family(row.legacy) == root}
    aliases = [name for name in SYMBOL_ALIASES if family(name) == root]
    modules = {parent for name in (*shims, *moved, *changed, *gone, *aliases) for parent in _parents(name)}
    return _Index(shims, moved, changed, gone, frozenset(modules))


def _tensorflow() -> Tuple[Mapping[str, str], AbstractSet[str]]:
    from compat.tables.names.contrib import SAME_OBJECTS
    from compat.tables.names.tensorflow_1 import CHANGED, MOVED

    return {**MOVED, **SAME_OBJECTS}, CHANGED


def _keras() -> Mapping[str, str]:
    from compat.tables.names.moved_modules import MOVED_MODULES, RESPELLED_CLASSES
    from compat.tables.names.moved_symbols import MOVED_SYMBOLS

    moved: Dict[str, str] = {row.legacy: row.modern for row in (*RESPELLED_CLASSES, *MOVED_SYMBOLS)}
    for module in MOVED_MODULES:
        moved.update({module.legacy + "." + name: module.modern + "." + name for name in module.names})
    return moved


def _parents(name: str) -> FrozenSet[str]:
    parts = name.split(".")
    return frozenset(".".join(parts[:length]) for length in range(1, len(parts)))
