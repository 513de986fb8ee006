"""Queries on the tables while a name is looked up; the index of a family is built on first use."""

from functools import lru_cache
from typing import AbstractSet, Dict, FrozenSet, Mapping, NamedTuple, Optional, Tuple

from compat.namespace.legacy_name import LegacyName, family
from compat.tables.names.aliases import OF_TENSORFLOW_2, SYMBOL_ALIASES
from compat.tables.rows import Removed


def shim_module(module: LegacyName, name: str) -> Optional[str]:
    """Return the module that holds the shim of `module.name`; a shim for `tf.keras` only takes precedence."""
    full = module.canonical + "." + name
    symbol = SYMBOL_ALIASES.get(full, full)
    of_tensorflow = _index("tensorflow").shims.get("tensorflow." + symbol) if module.is_in_tf_keras else None
    return of_tensorflow or _index(module.family).shims.get(symbol)


def shim_of_keras_2_4(module: LegacyName, name: str) -> Optional[str]:
    """Return the module that holds the shim of `module.name` on Keras 2.4 to 2.15."""
    full = module.canonical + "." + name
    symbol = SYMBOL_ALIASES.get(full, full)
    of_tensorflow = _shims_of_keras_2_4().get("tensorflow." + symbol) if module.is_in_tf_keras else None
    return of_tensorflow or _shims_of_keras_2_4().get(symbol)


def moved_to(module: LegacyName, name: str) -> Optional[str]:
    """Return the modern name of `module.name`, if a table says that it moved."""
    symbol = module.canonical + "." + name
    found = _index(module.family).moved.get(symbol)
    of_tensorflow_2 = OF_TENSORFLOW_2.get(symbol)
    if of_tensorflow_2 is not None and (module.is_in_v2 or found is None):
        return of_tensorflow_2.replace("tensorflow", "keras", 1)
    return found


def is_changed(module: LegacyName, name: str) -> bool:
    """True if TensorFlow 2 means something else by `module.name` than TensorFlow 1 did."""
    return not module.is_in_v2 and module.canonical + "." + name in _index(module.family).changed


def alias(module: LegacyName, name: str) -> Optional[str]:
    """Return another legacy name of `module.name`."""
    return SYMBOL_ALIASES.get(module.canonical + "." + name)


def removed(module: LegacyName, name: str) -> Optional[Removed]:
    """Return the removal row of `module.name`, or else that of its module."""
    return removed_itself(module, name) or _index(module.family).removed.get(module.canonical)


def removed_itself(module: LegacyName, name: str) -> Optional[Removed]:
    """Return the removal row of `module.name` itself."""
    return _index(module.family).removed.get(module.canonical + "." + name)


def ended_with_keras_1(module: LegacyName) -> Optional[Removed]:
    """Return the removal row of a module that no Keras 2 had; scripts catch the error of its import."""
    row = _index(module.family).removed.get(module.canonical)
    return row if row is not None and row.gone_in == "keras 2.0" and is_legacy_module(module) else None


def is_legacy_module(module: LegacyName) -> bool:
    """True if a table names something inside the module."""
    return module.canonical in _index(module.family).modules


def spelled_in(module: LegacyName) -> FrozenSet[str]:
    """Return the names in the module that the tables can resolve; removed names are not among them."""
    index = _index(module.family)
    names = {name.rpartition(".") for name in (*index.shims, *index.moved, *index.changed, *SYMBOL_ALIASES)}
    return frozenset(last for parent, _, last in names if parent == module.canonical)


class _Index(NamedTuple):
    shims: Mapping[str, str]
    moved: Mapping[str, str]
    changed: AbstractSet[str]
    removed: Mapping[str, Removed]
    modules: FrozenSet[str]


@lru_cache(maxsize=None)
def _index(root: str) -> _Index:
    """Collect the table entries for the names below `root`, which is `keras` or `tensorflow`."""
    from compat.tables.names.shims import SHIMS
    from compat.tables.removed import REMOVED

    moved, changed = _tensorflow() if root == "tensorflow" else (_keras(), frozenset())
    shims = {legacy: row.module for row in SHIMS for legacy in row.symbols if family(legacy) == root}
    gone = {row.legacy: row for row in REMOVED if family(row.legacy) == root}
    aliases = [name for name in SYMBOL_ALIASES if family(name) == root]
    modules = {parent for name in (*shims, *moved, *changed, *gone, *aliases) for parent in _parents(name)}
    return _Index(shims, moved, changed, gone, frozenset(modules))


@lru_cache(maxsize=None)
def _shims_of_keras_2_4() -> Mapping[str, str]:
    from compat.tables.names.shims import SHIMS_OF_KERAS_2_4

    return {legacy: row.module for row in SHIMS_OF_KERAS_2_4 for legacy in row.symbols}


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
