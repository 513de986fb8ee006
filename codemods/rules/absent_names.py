"""Report what is left of names that the target release does not have.

The names of every release come from the releases themselves, see `codemods.api`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods import api
from codemods.edits import Edit, Manual
from codemods.file import File
from codemods.moves import GONE_SYMBOLS, is_gone_module, moved
from codemods.names import Spelling, spelling
from codemods.registry import rule
from codemods.target import Target
from compat.tables.removed import REMOVED
from compat.tables.shims import SHIMS
from compat.tables.tensorflow_1 import MOVED

_REMOVED = frozenset(row.legacy for row in REMOVED)
_ON_SHIMS = frozenset(symbol for shim in SHIMS for symbol in shim.symbols) | MOVED.keys()


@rule(
    "TFM199",
    target="result",
    example="""
    from keras.saving.hdf5_format import load_weights_from_hdf5_group

    load_weights_from_hdf5_group(file, model.layers)
    """,
)
def absent_names(file: File) -> Iterator[Edit | Manual]:
    """Names that no release ever had are somebody else's; names that another rule reports are left to it."""
    imported = {name.qualified for name in file.imports}
    for name in file.imports:
        if name.spelling:
            found = _absent(file.target, name.qualified, name.spelling)
            if found:
                yield Manual(name.alias, *found)
    for reference in file.all_references():
        if reference.certain and reference.qualified not in imported:
            above = reference.qualified.removeprefix("compat.").rpartition(".")[0]
            if not _is_absent(file.target, above):
                found = _absent(file.target, reference.qualified, reference.spelling)
                if found:
                    yield Manual(reference.node, *found)


def _absent(target: Target, qualified: str, found: Spelling) -> tuple[str, str, str] | None:
    plain = found.plain
    if found.shimmed:
        shims = _ON_SHIMS | GONE_SYMBOLS
        if _is_below(plain, shims) or found.canonical in shims or moved(plain) or is_gone_module(plain):
            return None
        qualified = qualified.removeprefix("compat.")
    elif target.is_modern and (
        found.canonical in GONE_SYMBOLS or moved(plain) or is_gone_module(plain) or _is_below(plain, _REMOVED)
    ):
        return None
    if not _is_absent(target, qualified):
        return None
    symbol = api.lookup(qualified)
    assert symbol is not None
    family = "Keras" if symbol.distribution == "keras" else "TensorFlow"
    return qualified, f"{qualified} is in {family} {symbol.availability} only", _advice(target, symbol)


def _is_below(plain: str, names: frozenset[str]) -> bool:
    """Whether a name is one of `names`, or below one."""
    parts = plain.split(".")
    return any(".".join(parts[:end]) in names for end in range(1, len(parts) + 1))


def _is_absent(target: Target, qualified: str) -> bool:
    """Whether some release has the name and the target does not."""
    return spelling(qualified) is not None and not qualified.startswith("keras.src.") and target.lacks(qualified)


def _advice(target: Target, symbol: api.Symbol) -> str:
    """Where the same object is in the target, if it is anywhere; its own last name is preferred."""
    last = symbol.path.rpartition(".")[2]
    for name in sorted(symbol.aliases, key=lambda alias: alias.rpartition(".")[2] != last):
        if target.has(name):
            return f"the same object is {name} there"
    return "see https://www.tensorflow.org/guide/migrate"
