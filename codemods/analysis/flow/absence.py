"""Explain why the target lacks a name: the release tables show which releases have it, or a module above it."""

from __future__ import annotations

from typing import NamedTuple

from codemods.releases import api
from codemods.releases.target import Target
from codemods.source.canonical_names import V1, prefixes, spelling, without_v1
from compat.tables.removed import REMOVED
from compat.tables.removed.private_names import GONE_PRIVATE_NAMES

GUIDE = "see https://www.tensorflow.org/guide/migrate"
_ADVICE = {row.legacy: row.advice for row in REMOVED}
_MODULES = ("module", "namespace", "private module")
_UNHEARD = "check the spelling, and where the name comes from"
_PRIVATE = "private names of Keras 2 are gone: write what it did into the script"
_OF_KERAS = {
    "_obtain_input_shape": (
        "use keras.src.applications.imagenet_utils.obtain_input_shape; include_top= is now require_flatten="
    ),
    "_BACKEND": "use keras.backend.backend()",
}
"""What private names of Keras 2 that real scripts use became."""


class Absence(NamedTuple):
    """A name that the target lacks, or a module above it; `is_known` is True if the public tables list the name."""

    path: str
    said: str
    advice: str
    is_known: bool = False


def absence(target: Target, path: str) -> Absence | None:
    """The part of a path that the target is known to lack; None if it has the path, or may have it."""
    symbol = api.lookup(path)
    if symbol is not None and not symbol.kind.startswith("private"):
        return Absence(path, only_in(symbol), _advice(target, symbol), is_known=True) if target.lacks(path) else None
    if target.is_modern and path in GONE_PRIVATE_NAMES:
        return _moved_on(target, path, symbol)
    module = lacking_module(target, path)
    if module is not None:
        return Absence(module.path, only_in(module), _advice(target, symbol or module))
    unheard = next((prefix for prefix in prefixes(path) if target.never_had(prefix)), None)
    if unheard is not None:
        said = f"{unheard} is not in {_family(path)} {target.release(path)}, and no recorded release has it in public"
        name = unheard.rpartition(".")[2]
        return Absence(unheard, said, _OF_KERAS.get(name, _PRIVATE) if name.startswith("_") else _UNHEARD)
    return None


def _moved_on(target: Target, path: str, symbol: api.Symbol | None) -> Absence:
    """A name that left its private module; the one of TensorFlow 1 is the same object, that of TensorFlow 2 may not."""
    if symbol is None:
        return Absence(path, f"{path} is not in TensorFlow {target.tensorflow}", GUIDE, is_known=True)
    names = [each for each in symbol.aliases if not each.startswith("tensorflow.python.") and target.has(each)]
    public = next((each for each in names if each.startswith(f"{V1}.")), next(iter(names), None))
    if public is not None and without_v1(public) in api.aliases(public, target.tensorflow):
        public = without_v1(public)
    advice = f"use {public}, its public name" if public else GUIDE
    return Absence(path, f"{path} was defined there only in TensorFlow {symbol.availability}", advice, is_known=True)


def lacking_module(target: Target, path: str) -> api.Symbol | None:
    """The first module of a path that other releases have and the target lacks; None if there is none."""
    for prefix in prefixes(path):
        symbol = api.lookup(prefix)
        if symbol is not None and symbol.kind in _MODULES and target.lacks(prefix):
            return symbol
    return None


def may_import(target: Target, path: str) -> bool:
    """True if the module of a name can be imported by its file, although its package does not show it."""
    modules = [prefix for prefix in prefixes(path) if (symbol := api.lookup(prefix)) and symbol.kind in _MODULES]
    return bool(modules) and target.lacks(modules[-1]) and api.importable(modules[-1], target.release(path))


def only_in(symbol: api.Symbol) -> str:
    """Say which releases have a name."""
    return f"{symbol.path} exists only in {_family(symbol.path)} {symbol.availability}"


def _family(path: str) -> str:
    return "Keras" if path.split(".", maxsplit=1)[0] == "keras" else "TensorFlow"


def _advice(target: Target, symbol: api.Symbol) -> str:
    """Point to the same object in the target, preferably under the same last name.

    Otherwise return the advice for the public name of a private path, or a link to the migration guide.
    """
    last = symbol.path.rpartition(".")[2]
    names = sorted(symbol.aliases, key=lambda alias: alias.rpartition(".")[2] != last)
    for name in names:
        if target.has(name):
            return f"use {name}, which is the same object"
    if symbol.kind == "private" and names:
        return f"its public name was {names[0]}: {_row_advice(names[0])}"
    return GUIDE


def _row_advice(path: str) -> str:
    """The advice of the tables of removed names for a public name, or a link to the migration guide."""
    found = spelling(path)
    rows = [_ADVICE[prefix] for prefix in prefixes(found.plain if found else path) if prefix in _ADVICE]
    return rows[-1] if rows else GUIDE
