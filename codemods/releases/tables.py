"""Storage of symbols: one table per unit, over all releases of one distribution.

A unit is a part of the namespace that is loaded at once. Its table holds

* `texts`: signatures, members and identities, each once;
* `members`: the member tables of classes, as indices of `texts`;
* `classes`: the member tables of a class and its bases, the most derived first;
* `symbols`: for each path, rows of `first, last, kind, signature, identity, class`;
  a row says that the symbol is the same in the releases numbered `first` to `last`; -1 means none.
  They come last and are most of the table: rows are decoded only on demand.

For each identity, `*.aliases` beside the table lists the paths that have ever had it: one object, many names.

The units `*.modules` are separate: they hold the modules that are on disk but not public, whatever their path.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

PRIVATE_MODULE = "private module"

KINDS = ("module", "namespace", "class", "function", "constant", "private", PRIVATE_MODULE)
"""A namespace is a module that `import` cannot name: it can be reached only as an attribute.
Private is the place where something public is defined, such as `tensorflow.python.training.adam.AdamOptimizer`.
A private module is any other file that `import` can name, such as `tensorflow.python.training.adam`.
"""

FOLDER = Path(__file__).parent / "tables"

_ROW = 6
_SYMBOLS = ',"symbols":'
_UNITS = (
    (re.compile(r"keras\.src\b"), "keras.private"),
    (
        re.compile(r"tensorflow_estimator\b|tensorflow\.(core|lite\.python)\b|tensorflow\b.*\.python\b"),
        "tensorflow.private",
    ),
    (re.compile(r"tensorflow\.(compat\.v[12]\.)?raw_ops\b"), "tensorflow.raw_ops"),
    (re.compile(r"tensorflow\.contrib\b"), "tensorflow.contrib"),
    (re.compile(r"tensorflow\.keras\b"), "tensorflow.keras"),
    (re.compile(r"tensorflow\.compat\.v1\b"), "tensorflow.compat.v1"),
    (re.compile(r"tensorflow\.compat\.v2\b"), "tensorflow.compat.v2"),
    (re.compile(r"tensorflow\b"), "tensorflow"),
    (re.compile(r"keras\b"), "keras"),
)
MODULE_UNITS = ("tensorflow.modules", "keras.modules")
UNITS = (*(name for _, name in _UNITS), *MODULE_UNITS)
_MODULE_ROOTS = re.compile(r"(tensorflow|tensorflow_core|tensorflow_estimator|keras)(\.|$)")


class Entry(NamedTuple):
    """The record of one path in one release."""

    kind: str
    signature: str | None
    identity: str
    members: tuple[tuple[str, ...], ...] | None


Snapshot = dict[str, Entry]
"""All paths of one release of one distribution."""


def unit_of(path: str) -> str | None:
    """The unit that holds a path; None for a path outside TensorFlow and Keras."""
    return next((name for pattern, name in _UNITS if pattern.match(path)), None)


def modules_of(path: str) -> str | None:
    """The unit that holds a path if it is a private module; None for a path outside TensorFlow and Keras."""
    return f"{distribution_of(path)}.modules" if _MODULE_ROOTS.match(path) else None


def distribution_of(path: str) -> str:
    """`tensorflow` or `keras`."""
    return "keras" if path.startswith("keras") else "tensorflow"


class Row(NamedTuple):
    """The same entry over a range of releases."""

    first: int
    last: int
    entry: Entry


class Table(NamedTuple):
    """One unit; `symbols` keeps the rows of each path as text, since only a few are ever decoded."""

    texts: list[str]
    members: list[list[int]]
    classes: list[list[int]]
    symbols: Mapping[str, str]

    def rows(self, path: str) -> Iterator[Row]:
        numbers = json.loads(self.symbols.get(path, "[]"))
        for start in range(0, len(numbers), _ROW):
            first, last, kind, signature, identity, members = numbers[start : start + _ROW]
            yield Row(
                first,
                last,
                Entry(
                    KINDS[kind],
                    self.texts[signature] if signature >= 0 else None,
                    self.texts[identity] if identity >= 0 else path,
                    self._class(members) if members >= 0 else None,
                ),
            )

    def _class(self, number: int) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(self.texts[text] for text in self.members[table]) for table in self.classes[number])


@cache
def table(unit: str) -> Table:
    """The table of a unit."""
    head, mark, symbols = _text(unit).rpartition(_SYMBOLS)
    assert mark, unit
    _, *parts = symbols.split('"')  # {"PATH":[NUMBERS],"PATH":[NUMBERS]}
    rows = (part.strip(":,}") for part in parts[1::2])
    return Table(**json.loads(f"{head}}}"), symbols=dict(zip(parts[::2], rows, strict=True)))


def aliases(identity: str) -> list[str]:
    """The other paths that have shared an identity in any release."""
    unit = unit_of(identity)
    return _aliases(unit).get(identity, []) if unit else []


@cache
def _aliases(unit: str) -> dict[str, list[str]]:
    return dict(json.loads(_text(f"{unit}.aliases")))


@cache
def versions() -> dict[str, dict[str, str]]:
    """The releases of each distribution, oldest first, each with the other distribution's release in that walk."""
    return dict(json.loads((FOLDER / "releases.json").read_text(encoding="utf-8")))


def _text(name: str) -> str:
    return zlib.decompress((FOLDER / f"{name}.json.z").read_bytes()).decode()
