"""The calls that seed generators of random numbers, in files that train with Keras itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file

TENSORFLOW = frozenset(
    {
        *("tensorflow.set_random_seed", "tensorflow.random.set_random_seed", "tensorflow.random.set_seed"),
        *("tensorflow.compat.v1.set_random_seed", "tensorflow.compat.v1.random.set_random_seed"),
        "tensorflow.compat.v2.random.set_seed",
    }
)
"""What seeds TensorFlow's generator."""
NUMPY = frozenset({"numpy.random.seed"})
OF_ALL = frozenset({"keras.utils.set_random_seed", "tensorflow.keras.utils.set_random_seed"})
"""What seeds those of Python, NumPy and TensorFlow."""
PYTHON = OF_ALL | {"random.seed"}
"""What seeds Python's generator."""
_ALL = TENSORFLOW | NUMPY | PYTHON


class Seeding(NamedTuple):
    """A call with a seed."""

    call: cst.Call
    symbol: str


def seeding_calls(file: File, symbols: Collection[str]) -> list[Seeding]:
    """The calls of these functions that give a seed, in source order."""
    return [each for each in _seedings(file) if each.symbol in symbols]


def releasing_calls(file: File, symbols: Collection[str]) -> list[Seeding]:
    """The calls of these functions that make the numbers other ones again: `seed()`, `seed(None)`."""
    return [each for each in _named(file) if each.symbol in symbols and not _gives_seed(each.call)]


def _seedings(file: File) -> list[Seeding]:
    return [each for each in _named(file) if _gives_seed(each.call)]


@once_per_file
def _named(file: File) -> list[Seeding]:
    named = (Seeding(call, file.qualified_name(call.func) or "") for call in file.calls)
    return [each for each in named if each.symbol in _ALL]


def _gives_seed(call: cst.Call) -> bool:
    return bool(call.args) and literal(call.args[0].value) is not None
