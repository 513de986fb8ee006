"""Report symbols that no modern release has, and say what to do instead.

## What it does

Reports each import of such a name, and each use of which more is known. It rewrites nothing.

## Why

These names have no equal that a tool could write: `keras.layers.LocallyConnected1D` raises AttributeError.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported name, with the advice of `compat/tables/removed`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.annotations import is_never_evaluated
from codemods.analysis.flow.bound_names import is_given
from codemods.analysis.objects.shim_coverage import is_missing
from codemods.releases import api
from codemods.releases.target import Target
from codemods.source.canonical_names import Spelling, prefixes, spelling
from codemods.source.file import File, ImportedName
from codemods.source.moved_names import GONE_SYMBOLS, is_gone_module, moved
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.removed import REMOVED
from compat.tables.rows import Removed

ROWS = {row.legacy: row for row in REMOVED}
_HIDDEN = "tensorflow.compat.v1.nn.rnn_cell"


@rule(
    "TFM190",
    stage=Stage.GONE,
    example="""
    from keras.layers import LocallyConnected1D

    layer = LocallyConnected1D(64, 3)
    """,
)
def removed_names(file: File) -> Iterator[Edit | Manual]:
    """Report each import of such a name, and each use of which more is known than its import said."""
    imported = {name.qualified for name in file.imports if name.spelling}
    for name in file.imports:
        found = _finding(file, name.qualified, name.spelling) if name.spelling and not _is_hidden(name) else None
        if found:
            yield Manual(name.statement, *found)
    for reference in file.all_references():
        if reference.certain and reference.qualified not in imported and file.longer(reference) is None:
            found = _finding(file, reference.qualified, reference.spelling)
            is_said = found is not None and _is_said(file, found, reference.qualified, imported)
            is_idle = is_given(file, reference.qualified) or is_never_evaluated(file, reference.node)
            if found and not is_said and not is_idle:
                yield Manual(reference.node, *found)


def _is_hidden(name: ImportedName) -> bool:
    """True if a name cannot be read as an attribute of TensorFlow, but can be imported."""
    return isinstance(name.statement, cst.ImportFrom) and name.qualified.startswith(_HIDDEN + ".")


def _is_said(file: File, found: tuple[str, str, str], qualified: str, imported: set[str]) -> bool:
    """True if the import of something above this name is reported with the same advice."""
    for prefix in prefixes(qualified):
        said = _finding(file, prefix, below) if prefix in imported and (below := spelling(prefix)) else None
        if said and said[2] == found[2]:
            return True
    return False


def _finding(file: File, qualified: str, found: Spelling) -> tuple[str, str, str] | None:
    if found.shimmed:
        if not is_reported(file.target, qualified, found):
            return None
    elif moved(found.plain) or found.canonical in GONE_SYMBOLS:
        return None
    qualified = qualified.removeprefix("compat.")
    row = ROWS.get(found.canonical) or _longest_row(found.plain)
    if row is not None:
        advice = _today(file, qualified) if row.legacy not in (found.plain, found.canonical) else None
        said = f"{qualified} was removed in {_gone_in(qualified, row)}"
        return qualified, said, f"{advice or row.advice} ({row.url})"
    if (
        any(is_gone_module(name) for name in prefixes(found.plain.rpartition(".")[0]))
        and found.canonical == found.plain
    ):
        return qualified, f"{qualified} has no equivalent in Keras 3", "write your own, or do without it"
    return None


def is_reported(target: Target, qualified: str, found: Spelling) -> bool:
    """True if a name is asked of the shims, which do not have it, and a row tells why."""
    row = ROWS.get(found.canonical) or _longest_row(found.plain)
    return row is not None and target.is_modern and is_missing(target, qualified.removeprefix("compat."))


def _longest_row(name: str) -> Removed | None:
    """The row of a name, or of the nearest module above it that has one."""
    return next((ROWS[each] for each in reversed([*prefixes(name)]) if each in ROWS), None)


def _today(file: File, qualified: str) -> str | None:
    """The advice to use the same object where it is now, if only the module around it is gone."""
    symbol = api.lookup(qualified)
    names = api.aliases(qualified, symbol.releases[-1]) if symbol else ()
    return next((f"use {name}, which is the same object" for name in names if file.target.has(name)), None)


def _gone_in(qualified: str, row: Removed) -> str:
    """The first release without the name as spelled: a row is about both standalone Keras and `tf.keras`."""
    symbol = api.lookup(qualified)
    if symbol is None or symbol.kind.startswith("private"):
        return row.gone_in
    order = api.releases(symbol.distribution)
    last = order.index(symbol.releases[-1])
    release, minor = order[min(last + 1, len(order) - 1)], _minor(order[last])
    return f"{symbol.distribution} {release if _minor(release) == minor else _minor(release)}"


def _minor(release: str) -> str:
    return ".".join(release.split(".")[:2])
