"""Finds today's names for those of TensorFlow 1.12 to 1.15, from the releases themselves."""

from __future__ import annotations

from collections.abc import Iterator

from codemods.releases import api, tables

LEGACY = tuple(release for release in api.releases("tensorflow") if release.startswith("1."))
MODERN = ("2.16.2", "2.21.0")
"""The first and the last release with Keras 3; a modern name must be in both."""

_ROOT = "tensorflow."
_V1 = "tensorflow.compat.v1."
_OTHER_NAMESPACES = ("tensorflow.compat.", "tensorflow.keras.", "tensorflow.raw_ops.")


def moved() -> dict[str, str]:
    """Each name that `tensorflow` no longer has, and today's name for the same object.

    A name that meant something else in TensorFlow 1 is avoided: `tf.where_v2` becomes `tf.compat.v1.where_v2`.
    """
    taken = frozenset(changed())
    return {
        path: _v2_name(v1, taken) or v1
        for path in _legacy_names()
        if not any(api.exists(path, release) for release in MODERN)
        and all(api.exists(v1 := _v1_name(path), release) for release in MODERN)
    }


def changed() -> list[str]:
    """Each function or class that is one object in `tensorflow` and another in `tensorflow.compat.v1`."""
    return [
        path
        for path in _legacy_names()
        if not _is_module(path)
        and all(api.exists(path, release) and api.exists(_v1_name(path), release) for release in MODERN)
        and any(api.public(path, release) != api.public(_v1_name(path), release) for release in MODERN)
    ]


def _legacy_names() -> Iterator[str]:
    """The public names below `tensorflow` itself; `tf.contrib` and `tf.keras` have tables of their own."""
    for path in sorted(tables.table("tensorflow").symbols):
        if path.startswith(_ROOT) and not any(part.startswith("_") for part in path.split(".")):
            if any((found := api.kind(path, release)) and found != "private" for release in LEGACY):
                yield path


def _is_module(path: str) -> bool:
    return any(api.kind(path, release) in ("module", "namespace") for release in LEGACY)


def _v1_name(path: str) -> str:
    return _V1 + path.removeprefix(_ROOT)


def _v2_name(v1: str, taken: frozenset[str]) -> str | None:
    """The simplest name outside `tf.compat`, `tf.keras` and `tf.raw_ops`, if possible with the same last part."""
    found = set.intersection(*({*api.aliases(v1, release)} for release in MODERN)) - taken
    names = [name for name in found if name.startswith(_ROOT) and not name.startswith(_OTHER_NAMESPACES)]
    last = v1.rpartition(".")[2]
    return min(names, key=lambda name: (not name.endswith("." + last), name.count("."), len(name), name), default=None)
