"""Writes the tables of renames, taken from the releases: `python -m codemods.releases.recording.renames [--check]`.

With `--check`, nothing is written: the existing tables are compared with what would be written.
"""

from __future__ import annotations

import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from codemods.releases.recording import keras_modules, tensorflow_1

FOLDER = Path(__file__).parents[3] / "compat" / "tables" / "names"

_WIDTH = 120
_TENSORFLOW_1 = '''\
"""The names of TensorFlow 1.12 to 1.15 on TensorFlow 2; written by `nox -s api` from the releases, not by hand.

https://www.tensorflow.org/guide/migrate
"""

from typing import Dict, FrozenSet

_IN_COMPAT_V1 = """
{in_compat_v1}
"""

_RESPELLED = """
{respelled}
"""

_CHANGED = """
{changed}
"""

MOVED: Dict[str, str] = {{"tensorflow." + name: "tensorflow.compat.v1." + name for name in _IN_COMPAT_V1.split()}}
"""Names that `tensorflow` has lost, and the name of the same object today."""
for _legacy, _modern in map(str.split, _RESPELLED.strip().splitlines()):
    MOVED["tensorflow." + _legacy] = "tensorflow." + _modern

CHANGED: FrozenSet[str] = frozenset("tensorflow." + name for name in _CHANGED.split())
"""Functions and classes that are not what `tensorflow.compat.v1` has under the name of TensorFlow 1."""
'''
_MOVED_MODULES = '''\
"""The places on Keras 3 of the names of Keras 2.2.4 to 2.3.1 and of the first `tf.keras`.

Written by `nox -s api` from the releases, not by hand.
"""

from typing import FrozenSet, Tuple

from compat.tables.rows import MovedModule, MovedSymbol

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"


def _moved(legacy: str, modern: str, gone_in: str, names: str) -> MovedModule:
    return MovedModule(legacy, modern, tuple(names.split()), gone_in, _KERAS_3)


def _class(legacy: str, modern: str, gone_in: str) -> MovedSymbol:
    return MovedSymbol(legacy, modern, gone_in, _KERAS_3)


MOVED_MODULES: Tuple[MovedModule, ...] = (
{modules})

RESPELLED_CLASSES: Tuple[MovedSymbol, ...] = (
{classes})
"""Classes that go by another name; functions that do so meant something else as well."""

GONE_MODULES: FrozenSet[str] = frozenset({gone})
"""Modules of those names that are there no more."""

TF_KERAS_HOLDS_ALL: FrozenSet[str] = frozenset({holds_all})
"""Modules of which `tf.keras` holds every name that standalone Keras 3 has, and the ones that it lost."""
'''


def written() -> dict[str, str]:
    """The content of each table."""
    return {"tensorflow_1.py": _tensorflow_1(), "moved_modules.py": _moved_modules()}


def _tensorflow_1() -> str:
    moved = {_below(legacy): _below(modern) for legacy, modern in tensorflow_1.moved().items()}
    respelled = [f"{legacy} {modern}" for legacy, modern in moved.items() if modern != f"compat.v1.{legacy}"]
    return _TENSORFLOW_1.format(
        in_compat_v1=_wrapped(legacy for legacy, modern in moved.items() if modern == f"compat.v1.{legacy}"),
        respelled="\n".join(respelled),
        changed=_wrapped(map(_below, tensorflow_1.changed())),
    )


def _below(path: str) -> str:
    return path.removeprefix("tensorflow.")


def _moved_modules() -> str:
    moves = keras_modules.moves()
    modules: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    classes = []
    for legacy, modern, gone_in in moves:
        (module, _, name), (home, _, last) = legacy.rpartition("."), modern.rpartition(".")
        if name == last:
            modules[module, home, gone_in].append(name)
        else:
            classes.append(f'    _class("{legacy}", "{modern}", "{gone_in}"),\n')
    return _MOVED_MODULES.format(
        modules="".join(_row(*key, names) for key, names in sorted(modules.items())),
        classes="".join(classes),
        gone=_tuple(keras_modules.gone(moves)),
        holds_all=_tuple(keras_modules.held_by_tf_keras(moves)),
    )


def _row(legacy: str, modern: str, gone_in: str, names: list[str]) -> str:
    heads = f'"{legacy}",\n        "{modern}",\n        "{gone_in}"'
    text = f'"{" ".join(names)}"'
    if len(text) > _WIDTH - 9:
        indent = " " * 8
        text = f'"""\n{_wrapped(names, indent)}\n{indent}"""'
    return f"    _moved(\n        {heads},\n        {text},\n    ),\n"


def _wrapped(names: Iterable[str], indent: str = "") -> str:
    return textwrap.fill(
        " ".join(names),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _tuple(names: Iterable[str]) -> str:
    return "\n    (" + "".join(f'\n        "{name}",' for name in names) + "\n    )\n"


def main(arguments: list[str]) -> None:
    """Write the tables, or compare them."""
    stale = []
    for name, text in written().items():
        path = FOLDER / name
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(f"compat/tables/names/{name} is not what the releases say: run nox -s api")
    sys.exit("\n".join(stale) or None)


if __name__ == "__main__":
    main(sys.argv[1:])
