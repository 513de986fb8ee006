"""Report symbols that no modern release has, with what to do instead.

https://github.com/keras-team/keras/issues/18467
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.edits import Edit, Manual
from codemods.file import File
from codemods.moves import is_gone_module, moved
from codemods.names import Spelling, spelling
from codemods.registry import rule
from compat.tables.removed import REMOVED
from compat.tables.rows import Removed

_ROWS = {row.legacy: row for row in REMOVED}


@rule("TFM190")
def removed_names(file: File) -> Iterator[Edit | Manual]:
    """One finding for each import of such a name, and for each use that is spelled out."""
    for imported in file.imports:
        if imported.spelling:
            found = _finding(imported.qualified, imported.spelling)
            if found:
                yield Manual(imported.alias, *found)
    imported_names = {imported.qualified for imported in file.imports}
    for reference in file.all_references():
        if reference.certain and reference.qualified not in imported_names:
            found = _finding(reference.qualified, reference.spelling, exact=True)
            if found and not _is_below_reported(reference.qualified, imported_names):
                yield Manual(reference.node, *found)


def _is_below_reported(qualified: str, imported: set[str]) -> bool:
    """Whether an import above this name is reported already."""
    parts = qualified.split(".")
    prefixes = (".".join(parts[:index]) for index in range(1, len(parts)))
    return any(prefix in imported and (found := spelling(prefix)) and _finding(prefix, found) for prefix in prefixes)


def _above(plain: str) -> Removed | None:
    """The row of a name, or of the module that it was in."""
    parts = plain.split(".")
    prefixes = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((_ROWS[prefix] for prefix in prefixes if prefix in _ROWS), None)


def _finding(qualified: str, found: Spelling, *, exact: bool = False) -> tuple[str, str, str] | None:
    if found.shimmed or moved(found.plain):
        return None
    row = _ROWS.get(found.canonical) or (_ROWS.get(found.plain) if exact else _above(found.plain))
    if row is not None:
        return qualified, f"{qualified} is gone since {row.gone_in}", f"{row.advice} ({row.url})"
    module = found.plain.rpartition(".")[0]
    if is_gone_module(module) and found.canonical == found.plain:
        return qualified, f"{qualified} has no equal in Keras 3", "write it yourself, or do without"
    return None
