"""Releases that can be installed together, and the versions to pin for that.

`environments.json` has one row per TensorFlow release. `takes` holds the first and the last Keras release that train
and save models beside it: the wheel declares them from TensorFlow 2.6 on, and
`tests/codemods/releases/probe_keras.py` found them for earlier releases. `session` is the matching session of this
project's own nox matrix, if there is one.
"""

from __future__ import annotations

import json
import shlex
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from codemods.releases import api
from codemods.releases.versions import minor_version

_FIRST_OF_UV = (3, 7)

Pair = tuple[str, str]
"""A TensorFlow release, and a Keras release that runs on it."""


class Environment(NamedTuple):
    """An interpreter, and the requirements that install a TensorFlow release on it."""

    tensorflow: str
    keras: str
    python: str
    packages: tuple[str, ...]
    session: str | None = None

    def __str__(self) -> str:
        return f"Python {self.python}, {' '.join(self.packages)}"

    @property
    def in_uv(self) -> bool:
        """True if uv has the interpreter."""
        return minor_version(self.python) >= _FIRST_OF_UV

    def command(self, script: str) -> str | None:
        """The command that runs a script in this environment; None for a notebook, and for Pythons that uv lacks."""
        if not script.endswith(".py") or not self.in_uv:
            return None
        packages = " ".join(f"--with {shlex.quote(each)}" for each in self.packages)
        return f"uv run --no-project --python {self.python} {packages} python {shlex.quote(script)}"


class _Row(NamedTuple):
    environment: Environment
    takes: tuple[str, ...]


@cache
def _rows() -> dict[str, _Row]:
    text = (Path(api.__file__).parent / "environments.json").read_text(encoding="utf-8")
    return {row["tensorflow"]: _row(row) for row in json.loads(text)}


def _row(row: dict[str, Any]) -> _Row:
    order = api.releases("keras")
    first, last = (order.index(each) for each in row["takes"])
    beside = api.beside("tensorflow", row["tensorflow"]) or order[last]
    packages = tuple(row["packages"])
    return _Row(
        Environment(row["tensorflow"], beside, row["python"], packages, row.get("session")), order[first : last + 1]
    )


@cache
def pairs() -> frozenset[Pair]:
    """Every TensorFlow release with every Keras release that runs on it."""
    return frozenset((tensorflow, keras) for tensorflow, row in _rows().items() for keras in row.takes)


def newest(chosen: frozenset[Pair], *, keras: bool) -> Environment:
    """The environment for the newest of these pairs; `keras` says that the Keras release matters.

    Final releases are preferred to pre-releases, and pairs that were walked for the tables to pairs that only fit.
    """
    order, keras_order = api.releases("tensorflow"), api.releases("keras")
    best = max(
        chosen,
        key=lambda pair: (
            _is_final(pair[0]),
            keras and pair[1] == _usual(pair[0]).keras,
            order.index(pair[0]),
            pair[1] == _usual(pair[0]).keras,
            keras_order.index(pair[1]),
        ),
    )
    usual = _usual(best[0])
    if best[1] == usual.keras:
        return usual
    first, *others = (each for each in usual.packages if not each.startswith("keras=="))
    return usual._replace(keras=best[1], packages=(first, f"keras=={best[1]}", *others))


def _usual(tensorflow: str) -> Environment:
    """The environment in which a TensorFlow release was walked."""
    return _rows()[tensorflow].environment


def _is_final(release: str) -> bool:
    return all(part.isdigit() for part in release.split("."))
