"""Merges walks into the stored tables: `python -m codemods.releases.recording.build [--check] WALK.json.gz ...`.

A walk replaces the tables' entries for its releases; everything else is kept.
With `--check`, nothing is written: the walks are compared with the tables.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codemods.releases.tables import (
    FOLDER,
    KINDS,
    MODULE_UNITS,
    PRIVATE_MODULE,
    UNITS,
    Entry,
    Snapshot,
    distribution_of,
    modules_of,
    table,
    unit_of,
    versions,
)

Releases = dict[str, dict[str, str]]
Snapshots = dict[str, dict[str, Snapshot]]


def snapshots_of(walk: dict[str, Any]) -> dict[str, Snapshot]:
    """The symbols that a walk found, for each distribution."""
    importable = set(walk["importable"])
    found: dict[str, Snapshot] = {"tensorflow": {}, "keras": {}}
    identities = _identities(walk["symbols"])
    for path, (kind, number, signature) in sorted(walk["symbols"].items()):
        members = walk["classes"].get(str(number)) if kind == "class" else None
        found[distribution_of(path)][path] = Entry(
            "namespace" if kind == "module" and path not in importable else kind,
            signature,
            identities[number],
            tuple(tuple(names) for names in members) if members is not None else None,
        )
    for path in walk["files"]:
        found[distribution_of(path)].setdefault(path, Entry(PRIVATE_MODULE, None, path, None))
    return found


def _identities(symbols: dict[str, Any]) -> dict[int, str]:
    """One path for each object: Keras's own, or else the shortest."""
    paths: dict[int, list[str]] = defaultdict(list)
    for path, (kind, number, _) in symbols.items():
        if kind != "private":
            paths[number].append(path)
    return {number: min(names, key=_rank) for number, names in paths.items()}


def _rank(path: str) -> tuple[bool, bool, bool, int, int, str]:
    return (
        not path.startswith("keras."),
        ".compat." in path,
        ".contrib." in path,
        path.count("."),
        len(path),
        path,
    )


def stored(only: str | None = None) -> Snapshots:
    """The current contents of the tables, for all releases or for one version."""
    found: Snapshots = {
        name: {release: {} for release in releases if only in (None, release)} for name, releases in versions().items()
    }
    for unit in UNITS:
        snapshots = found[distribution_of(unit)]
        order = list(versions()[distribution_of(unit)])
        for path in table(unit).symbols:
            for row in table(unit).rows(path):
                for release in order[row.first : row.last + 1]:
                    if release in snapshots:
                        snapshots[release][path] = row.entry
    return found


def merge(snapshots: Snapshots, releases: Releases, walk: dict[str, Any]) -> None:
    """Replace the entries for the releases of a walk.

    Keras is taken from the newest TensorFlow that it was walked with.
    """
    found = snapshots_of(walk)
    tensorflow, keras = (version_of(walk, name) for name in ("tensorflow", "keras"))
    if tensorflow:
        snapshots["tensorflow"][tensorflow] = found["tensorflow"]
        releases["tensorflow"][tensorflow] = keras or ""
    if keras:
        beside = releases["keras"].get(keras, "")
        if not tensorflow or _version(tensorflow) >= _version(beside):
            snapshots["keras"][keras] = found["keras"]
            releases["keras"][keras] = tensorflow or ""


def version_of(walk: dict[str, Any], distribution: str) -> str | None:
    """The version that a walk saw; nightly builds count as one release, whatever their date."""
    version = walk["versions"].get(distribution)
    return re.sub(r"\.dev\d+$", ".dev", version).replace("-rc", "rc") if version else None


def _version(text: str) -> tuple[int, ...]:
    """Sort key for releases; a pre-release comes before its release."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    final = re.fullmatch(r"[\d.]+", text) is not None
    return (*numbers[:3], int(final), *numbers[3:])


def ordered(releases: Releases) -> Releases:
    return {name: {each: releases[name][each] for each in sorted(releases[name], key=_version)} for name in releases}


def encoded(snapshots: Snapshots, releases: Releases) -> dict[str, bytes]:
    """The content of every file of the tables."""
    found = {"releases.json": (json.dumps(releases, indent=2) + "\n").encode()}
    aliases = _aliases(snapshots)
    for unit in UNITS:
        distribution = distribution_of(unit)
        entries: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
        for number, release in enumerate(releases[distribution]):
            for path, entry in snapshots[distribution][release].items():
                if (modules_of(path) if entry.kind == PRIVATE_MODULE else unit_of(path)) == unit:
                    entries[path].append((number, entry))
        found[f"{unit}.json.z"] = _packed(_Encoder().unit(entries))
        if not unit.endswith(".private") and unit not in MODULE_UNITS:
            found[f"{unit}.aliases.json.z"] = _packed({k: v for k, v in aliases.items() if unit_of(k) == unit})
    return found


def _packed(content: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def _aliases(snapshots: Snapshots) -> dict[str, list[str]]:
    paths: dict[str, set[str]] = defaultdict(set)
    for releases in snapshots.values():
        for snapshot in releases.values():
            for path, entry in snapshot.items():
                if path != entry.identity and entry.kind != "private":
                    paths[entry.identity].add(path)
    return {identity: sorted(names) for identity, names in sorted(paths.items())}


class _Encoder:
    """Numbers texts, member tables and classes in the order in which they are first used."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._members: dict[tuple[int, ...], int] = {}
        self._classes: dict[tuple[int, ...], int] = {}

    def unit(self, entries: dict[str, list[tuple[int, Entry]]]) -> dict[str, Any]:
        symbols = {path: self._rows(path, entries[path]) for path in sorted(entries)}
        return {
            "texts": list(self._texts),
            "members": [list(each) for each in self._members],
            "classes": [list(each) for each in self._classes],
            "symbols": symbols,
        }

    def _rows(self, path: str, entries: list[tuple[int, Entry]]) -> list[int]:
        rows: list[list[int]] = []
        for number, entry in entries:
            same = self._same(path, entry)
            if rows and rows[-1][1] == number - 1 and rows[-1][2:] == same:
                rows[-1][1] = number
            else:
                rows.append([number, number, *same])
        return [number for row in rows for number in row]

    def _same(self, path: str, entry: Entry) -> list[int]:
        return [
            KINDS.index(entry.kind),
            -1 if entry.signature is None else self._text(entry.signature),
            -1 if entry.identity == path else self._text(entry.identity),
            -1 if entry.members is None else self._class(entry.members),
        ]

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def _class(self, members: Iterable[Iterable[str]]) -> int:
        tables = []
        for names in members:
            key = tuple(self._text(name) for name in names)
            tables.append(self._members.setdefault(key, len(self._members)))
        return self._classes.setdefault(tuple(tables), len(self._classes))


def read(walk: Path) -> dict[str, Any]:
    with gzip.open(walk, "rt", encoding="utf-8") as source:
        return dict(json.load(source))


def differences(walk: dict[str, Any]) -> list[str]:
    """Differences between a walk and the tables, except in `tf.experimental.numpy`, which depends on NumPy."""
    found, releases = stored(), {name: dict(each) for name, each in versions().items()}
    merged: Snapshots = {name: dict(each) for name, each in found.items()}
    merge(merged, releases, walk)
    lines = [] if releases == versions() else [f"other releases: {walk['versions']}"]
    for name, snapshots in merged.items():
        for release, snapshot in snapshots.items():
            known = found[name].get(release, {})
            paths = [path for path in known.keys() | snapshot.keys() if known.get(path) != snapshot.get(path)]
            lines += [f"{name} {release}: {path}" for path in sorted(paths) if ".experimental.numpy." not in path]
    return lines


def main(arguments: list[str]) -> None:
    """Merge walks into the tables on disk, or compare them."""
    walks = [read(Path(each)) for each in arguments if each != "--check"]
    if "--check" in arguments:
        lines = [line for walk in walks for line in differences(walk)]
        sys.exit("\n".join(lines) or None)
    known = (FOLDER / "releases.json").exists()
    snapshots: Snapshots = stored() if known else {"tensorflow": {}, "keras": {}}
    releases: Releases = (
        {name: dict(each) for name, each in versions().items()} if known else {"tensorflow": {}, "keras": {}}
    )
    for walk in walks:
        merge(snapshots, releases, walk)
    FOLDER.mkdir(exist_ok=True)
    for name, content in encoded(snapshots, ordered(releases)).items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main(sys.argv[1:])
