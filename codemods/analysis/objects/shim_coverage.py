"""Where a path on the shims leads: to a module, a shim or an object of the target, or nowhere.

The steps are those of `compat.namespace.lookup` on a modern release, taken in the tables of the shims and the target.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import compat
from codemods.releases import api
from codemods.releases.target import Target
from codemods.source.canonical_names import V1, below, prefixes, spelling
from codemods.source.moved_names import moved
from compat.tables.names.aliases import SYMBOL_ALIASES
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.moved_modules import MOVED_MODULES, RESPELLED_CLASSES
from compat.tables.names.moved_symbols import MOVED_SYMBOLS
from compat.tables.names.shims import SHIMS
from compat.tables.names.tensorflow_1 import CHANGED, MOVED
from compat.tables.removed import REMOVED

HOME = Path(compat.__file__).parent
_PRIVATE_ESTIMATOR = "tensorflow.python.estimator"
_V1_ESTIMATOR = f"{V1}.estimator"
_V2 = "tensorflow.compat.v2"
_LAST_WITH_KERAS_2 = "2.15.1"
_DROPPED = ("tensorflow.estimator.BoostedTrees", "tensorflow.estimator.experimental.BoostedTrees")
"""Names that the package behind the shims of Estimators has dropped itself."""
_LOOKED_UP = "install(__name__)"
"""What a module of the shims says if its names are looked up in the tables."""
_MODULES = ("module", "namespace", "private module")

SHIM_MODULES = {symbol: shim.module for shim in SHIMS for symbol in shim.symbols}
"""The module of each shim."""


class Leads(Enum):
    """The kind of place that a path leads to."""

    MODULE = "a module of the shims"
    KEPT = "a module that the shims kept, or what it has"
    SHIM = "an object of the shims, or what it has"
    TODAY = "an object of the target"
    OPEN = "what no table knows"
    NOWHERE = "a name that the shims do not have"


class Place(NamedTuple):
    """`path` is the legacy module, the canonical symbol of a shim, the name of today, or the first missing name."""

    leads: Leads
    path: str


@cache
def place(target: Target, path: str) -> Place:
    """The place to which a path leads on the shims; the path is without `compat`."""
    first, *rest = path.split(".")
    here = Place(Leads.MODULE, first)
    for name in rest:
        here = _step(target, here, name)
        if here.leads in (Leads.NOWHERE, Leads.OPEN):
            break
    return here


def is_missing(target: Target, path: str) -> bool:
    """True if the shims are known not to have a name, or to have a module without anything in it."""
    here = place(target, path)
    return here.leads is Leads.NOWHERE or (here.leads is Leads.MODULE and _is_empty(target, here.path))


def _is_empty(target: Target, module: str) -> bool:
    """True if only the tables of removed names know a module."""
    canonical, real = _canonical(module), _real(module)
    return (
        canonical not in _modules_with_names()
        and not api.importable(real, target.release(real))
        and not target.has(real)
    )


def _step(target: Target, here: Place, name: str) -> Place:
    path = f"{here.path}.{name}"
    if here.leads is Leads.MODULE:
        return _in_module(target, here.path, name)
    if here.leads is Leads.TODAY:
        return _of_today(target, path)
    if here.leads is Leads.KEPT:
        return _in_kept(here.path, name)
    return Place(Leads.OPEN, path)


def _in_module(target: Target, module: str, name: str) -> Place:
    full = f"{_canonical(module)}.{name}"
    symbol = SYMBOL_ALIASES.get(full, full)
    symbols = (f"tensorflow.{symbol}", symbol) if _is_in_tf_keras(module) else (symbol,)
    shim = next((each for each in symbols if each in SHIM_MODULES), None)
    if shim is not None:
        return Place(Leads.SHIM, shim)
    if full in CHANGED and not below(module, _V2):
        return _of_today(target, full.replace("tensorflow", V1, 1))
    modern = _moved(full)
    if modern is not None:
        return _fetched(target, module, modern)
    if _is_kept(_without_api(full)):
        return Place(Leads.KEPT, _without_api(full))
    return _in_real_module(target, module, name)


def _in_real_module(target: Target, module: str, name: str) -> Place:
    """The place of a name in the installed module, or of a module that only the tables know."""
    path, above = f"{module}.{name}", _real(module)
    canonical, real = _canonical(path), f"{above}.{name}"
    is_mirrored = canonical.startswith("keras") or canonical in _legacy_modules()
    if target.has(real):
        is_module = api.kind(real, target.release(real)) in _MODULES
        return Place(Leads.MODULE, path) if is_module and is_mirrored else Place(Leads.TODAY, real)
    if canonical in _ended_with_keras_1():
        return Place(Leads.NOWHERE, path)
    standalone = real.removeprefix("tensorflow.")
    if real.startswith("tensorflow.keras.") and target.has(above) and target.has(standalone):
        if api.kind(standalone, target.release(standalone)) not in _MODULES:
            return Place(Leads.TODAY, standalone)
    if canonical in _legacy_modules() or api.importable(real, target.release(real)):
        return Place(Leads.MODULE, path)
    if canonical in SYMBOL_ALIASES:
        return _fetched(target, module, SYMBOL_ALIASES[canonical])
    if target.has(above):
        is_known = target.lacks(real) or target.never_had(real)
    else:
        is_known = not api.importable(above, target.release(above))
    return Place(Leads.NOWHERE if is_known else Leads.OPEN, path)


def _fetched(target: Target, module: str, modern: str) -> Place:
    """The place of a name of today, which the shims look up through the root of the legacy one."""
    if below(modern, "keras"):
        return place(target, f"tensorflow.{modern}" if module.startswith("tensorflow") else modern)
    return (
        place(target, modern.replace(V1, "tensorflow", 1))
        if below(modern, _V1_ESTIMATOR)
        else _of_today(target, modern)
    )


def _of_today(target: Target, path: str) -> Place:
    if target.has(path):
        return Place(Leads.TODAY, path)
    is_known = target.lacks(path) or target.never_had(path)
    return Place(Leads.NOWHERE if is_known else Leads.OPEN, path)


def _in_kept(module: str, name: str) -> Place:
    """The place of a name that TensorFlow 1 had in a module, or else TensorFlow 2."""
    path = module if name == "v2" else f"{module}.{name}"
    has = any(api.exists(each, _LAST_WITH_KERAS_2) for each in (path, path.replace("tensorflow", V1, 1)))
    if not has and below(path, _PRIVATE_ESTIMATOR) and module != _PRIVATE_ESTIMATOR:
        return Place(Leads.OPEN, path)
    return Place(Leads.KEPT if has and not path.startswith(_DROPPED) else Leads.NOWHERE, path)


def _canonical(module: str) -> str:
    found = spelling(module)
    plain = found.plain if found is not None else module
    return plain.replace(_V2, "tensorflow", 1) if below(plain, _V2) else plain


def _is_in_tf_keras(module: str) -> bool:
    return module.startswith("tensorflow") and below(_canonical(module), "keras")


def _real(module: str) -> str:
    """The installed module that a mirrored one stands for."""
    return f"tensorflow.{_canonical(module)}" if _is_in_tf_keras(module) else module


def _without_api(path: str) -> str:
    """The path without `compat.v1` and `compat.v2`."""
    return f"{path}.".replace(".compat.v1.", ".", 1).replace(".compat.v2.", ".", 1)[:-1]


@cache
def _moved(full: str) -> str | None:
    row = moved(full)
    return row.path if row is not None else MOVED.get(full) or SAME_OBJECTS.get(full)


@cache
def _legacy_modules() -> frozenset[str]:
    """The modules in which some table knows a name."""
    return _modules_with_names() | _above(row.legacy for row in REMOVED)


@cache
def _ended_with_keras_1() -> frozenset[str]:
    """The modules that no Keras 2 had; scripts catch the error of their import."""
    gone = (row.legacy for row in REMOVED if row.gone_in == "keras 2.0")
    return _legacy_modules().intersection(gone)


@cache
def _modules_with_names() -> frozenset[str]:
    """The modules in which some table knows a name that the shims have."""
    keras = [f"{row.legacy}.{name}" for row in MOVED_MODULES for name in row.names]
    keras += [row.legacy for row in (*RESPELLED_CLASSES, *MOVED_SYMBOLS)]
    return _above(chain(SHIM_MODULES, MOVED, SAME_OBJECTS, CHANGED, SYMBOL_ALIASES, keras))


def _above(names: Iterable[str]) -> frozenset[str]:
    return frozenset(above for name in names for above in list(prefixes(name))[:-1])


@cache
def _is_kept(module: str) -> bool:
    """True if the shims have a module of their own that holds what the last release with that module had."""
    path = HOME.joinpath(*module.split("."))
    file = next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.exists()), None)
    return file is not None and _LOOKED_UP not in file.read_text(encoding="utf-8")
