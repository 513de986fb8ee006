"""The calls that seed generators of random numbers, in files that train with Keras itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File

TENSORFLOW = frozenset(
    {
        *("tensorflow.set_random_seed", "tensorflow.random.set_random_seed", "tensorflow.random.set_seed"),
        *("tensorflow.compat.v1.set_random_seed", "tensorflow.compat.v1.random.set_random_seed"),
        "tensorflow.compat.v2.random.set_seed",
    }
)
"""What seeds TensorFlow's generator."""


class Seeding(NamedTuple):
    """A call with a seed."""

    call: cst.Call
    symbol: str


def seeding_calls(file: File, symbols: Collection[str]) -> list[Seeding]:
    """The calls of these functions that give a seed, in source order."""
    named = (Seeding(call, file.qualified_name(call.func) or "") for call in file.calls)
    return [each for each in named if each.symbol in symbols and _gives_seed(each.call)]


def _gives_seed(call: cst.Call) -> bool:
    return bool(call.args) and literal(call.args[0].value) is not None


def has_native_keras(file: File) -> bool:
    """True if the file uses Keras, and not that of the shims."""
    if any(each.qualified.startswith("compat.") for each in file.imports):
        return False
    return any(each.canonical.startswith("keras.") for each in file.all_references())
