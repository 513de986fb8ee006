"""Finds today's names for those of Keras 2.2.4 to 2.3.1, and of `tf.keras` in TensorFlow 1.12 to 2.3.

Users could reach every module of those releases. A name that Keras 3 does not have is traced through its object, if
some release of Keras 2 also had that object under a name that still exists.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from codemods.releases import api, tables
from codemods.releases.recording.tensorflow_1 import MODERN

_KERAS_2 = {
    "keras": tuple(takewhile(lambda release: release != "3.0.5", api.releases("keras"))),
    "tensorflow": tuple(takewhile(lambda release: release != MODERN[0], api.releases("tensorflow"))),
}
_LEGACY = {
    "keras": ("2.2.4", "2.2.5", "2.3.1"),
    "tensorflow": tuple(takewhile(lambda release: release != "2.4.4", api.releases("tensorflow"))),
}
_ROOTS = ("tensorflow.python.keras.", "tensorflow.compat.v1.keras.", "tensorflow.keras.", "keras.")
_TABLES = ("tensorflow.private", "tensorflow.keras", "keras")
_SYMBOLS = ("class", "function", "constant", "private")


class Move(NamedTuple):
    """A name below `keras`, today's name for its object, and the first release without the old name."""

    legacy: str
    modern: str
    gone_in: str


def moves() -> list[Move]:
    """Every name that has moved."""
    homes: dict[str, set[str]] = defaultdict(set)
    gone_in: dict[str, str] = {}
    for path in _legacy_names():
        plain = _plain(path)
        if plain is None or _is_there(plain):
            continue
        homes[plain] |= _homes(path)
        gone_in[plain] = _gone_in(path)
    return [
        Move(plain, min(found, key=lambda home: _rank(plain, home)), gone_in[plain])
        for plain, found in sorted(homes.items())
        if found
    ]


def _legacy_names() -> Iterator[str]:
    """The symbols of the legacy releases; standalone Keras comes last, so that its releases decide when a name went."""
    for unit in _TABLES:
        for path in sorted(tables.table(unit).symbols):
            legacy = _LEGACY[tables.distribution_of(path)]
            public = not any(part.startswith("_") for part in path.split("."))
            if public and any(api.kind(path, release) in _SYMBOLS for release in legacy) and not _is_there(path):
                yield path


def _plain(path: str) -> str | None:
    """A path below the single root `keras`; None for a path outside Keras."""
    root = next((each for each in _ROOTS if path.startswith(each)), None)
    return "keras." + path.removeprefix(root) if root else None


def _homes(path: str) -> set[str]:
    """Today's names for the object at a path; only classes may be renamed: renamed functions changed meaning.

    `tf.keras.losses.cosine_proximity` is `cosine_similarity` in TensorFlow 1.15, but has the opposite sign in 2.1.
    """
    known = _KERAS_2 if path.startswith("tensorflow.keras.") else _LEGACY
    distribution, last = tables.distribution_of(path), path.rpartition(".")[2]
    found = {path}
    for release in known[distribution]:
        if api.exists(path, release):
            symbol = api.lookup(api.public(path, release) or path)
            is_class = symbol is not None and symbol.kind == "class"
            found |= {name for name in api.aliases(path, release) if is_class or name.endswith("." + last)}
    return {home for name in found if (plain := _plain(name)) and (home := _home(plain))}


def _home(plain: str) -> str | None:
    """Today's path of a name: in Keras itself, or only in `tf.keras`; None if it is gone."""
    return next((path for path in (plain, f"tensorflow.{plain}") if _is_there(path)), None)


def _is_there(path: str) -> bool:
    """True if each modern TensorFlow, or the Keras beside it, has a name."""
    beside = path.startswith("keras.")
    return all(api.exists(path, (api.beside("tensorflow", each) or "") if beside else each) for each in MODERN)


def _rank(legacy: str, home: str) -> tuple[bool, bool, bool, bool, int, int, str]:
    """Sort key: a name with the same last part comes first, then the same module in `tf.keras`, then Keras itself."""
    return (
        home.rpartition(".")[2] != legacy.rpartition(".")[2],
        home != f"tensorflow.{legacy}",
        home.startswith("tensorflow."),
        home.removeprefix("tensorflow.").count(".") == 1,
        home.count("."),
        len(home),
        home,
    )


def _gone_in(path: str) -> str:
    """The first release without a name: `keras 2.4`, or `keras 2.2.5` after 2.2.4."""
    distribution = tables.distribution_of(path)
    order = api.releases(distribution)
    last = max(index for index, release in enumerate(order) if api.exists(path, release))
    (major, minor, patch), before = order[last + 1].split(".")[:3], order[last].split(".")[:2]
    return f"{distribution} {major}.{minor}" + (f".{patch}" if [major, minor] == before else "")


def gone(moves: list[Move]) -> list[str]:
    """The modules that names moved from, and their packages, that exist neither in Keras nor in `tf.keras`."""
    parts = [move.legacy.split(".") for move in moves]
    modules = {".".join(each[:length]) for each in parts for length in range(2, len(each))}
    return sorted(module for module in modules if _home(module) is None)


def held_by_tf_keras(moves: list[Move]) -> list[str]:
    """The modules that `tf.keras` has in full, with more legacy names than standalone Keras has kept."""
    lost = Counter(move.legacy.rpartition(".")[0] for move in moves if move.modern == f"tensorflow.{move.legacy}")
    found = []
    for module in sorted(lost):
        names = [path for path in tables.table("keras").symbols if path.rpartition(".")[0] == module]
        kept = [path for path in names if _is_there(path)]
        legacy = [path for path in kept if any(api.exists(path, release) for release in _LEGACY["keras"])]
        if lost[module] > len(legacy) and all(_is_there(f"tensorflow.{path}") for path in kept):
            found.append(module)
    return found
