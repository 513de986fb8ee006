"""Report what is left of names that the target release does not have.

The names of every release come from the releases themselves, see `codemods.api`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods import api
from codemods.edits import Edit, Manual
from codemods.file import File
from codemods.moves import GONE_SYMBOLS, is_gone_module, moved
from codemods.names import Spelling, spelling
from codemods.registry import rule
from compat.tables.removed import REMOVED
from compat.tables.shims import SHIMS
from compat.tables.tensorflow_v1 import TENSORFLOW_V1

TARGET = "2.21.0"
"""The TensorFlow release that upgraded code is for; the Keras beside it is the one of that release."""

_REMOVED = frozenset(row.legacy for row in REMOVED)
_ON_SHIMS = frozenset(symbol for shim in SHIMS for symbol in shim.symbols) | {row.legacy for row in TENSORFLOW_V1}


@rule("TFM199", target="result")
def absent_names(file: File) -> Iterator[Edit | Manual]:
    """Names that no release ever had are somebody else's; names that another rule reports are left to it."""
    imported = {name.qualified for name in file.imports}
    for name in file.imports:
        if name.spelling and isinstance(name.statement, cst.ImportFrom | cst.Import):
            yield from _absent(name.statement, name.qualified, name.spelling)
    for reference in file.all_references():
        if reference.certain and reference.qualified not in imported:
            above = reference.qualified.removeprefix("compat.").rpartition(".")[0]
            if not _is_absent(above):
                yield from _absent(reference.node, reference.qualified, reference.spelling)


def _absent(node: cst.CSTNode, qualified: str, found: Spelling) -> Iterator[Manual]:
    plain = found.plain
    if found.shimmed:
        shims = _ON_SHIMS | GONE_SYMBOLS
        if _is_below(plain, shims) or found.canonical in shims or moved(plain) or is_gone_module(plain):
            return
        qualified = qualified.removeprefix("compat.")
    elif found.canonical in GONE_SYMBOLS or moved(plain) or is_gone_module(plain) or _is_below(plain, _REMOVED):
        return
    if not _is_absent(qualified):
        return
    symbol = api.lookup(qualified)
    assert symbol is not None
    family = "Keras" if symbol.distribution == "keras" else "TensorFlow"
    said = f"{qualified} is in {family} {symbol.availability} only"
    yield Manual(node, qualified, said, _advice(qualified))


def _is_below(plain: str, names: frozenset[str]) -> bool:
    """Whether a name is one of `names`, or below one."""
    parts = plain.split(".")
    return any(".".join(parts[:end]) in names for end in range(1, len(parts) + 1))


def _is_absent(qualified: str) -> bool:
    """Whether some release has the name and the target does not."""
    if spelling(qualified) is None or qualified.startswith("keras.src.") or api.lookup(qualified) is None:
        return False
    return not api.exists(qualified, _release(qualified))


def _release(qualified: str) -> str:
    if qualified.split(".", maxsplit=1)[0] == "tensorflow":
        return TARGET
    return api.beside("tensorflow", TARGET) or api.releases("keras")[-1]


def _advice(qualified: str) -> str:
    """Where the same object is today, if it is anywhere."""
    symbol = api.lookup(qualified)
    for name in symbol.aliases if symbol else ():
        if api.exists(name, _release(name)):
            return f"the same object is {name} today"
    return "see https://www.tensorflow.org/guide/migrate"
