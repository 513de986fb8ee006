"""Whether all calls of a file become scopes, one after the other: a scope around a call that stays ends the run."""

from __future__ import annotations

from collections.abc import Callable

from codemods.rewriting.add_imports import add_imports
from codemods.rewriting.replace import replaced
from codemods.source.file import File
from codemods.source.parsing import tree_of
from codemods.types import Edit

_ROUNDS_PER_CALL = 7
"""The call gets a plain form in three steps at most, loops get a condition, both models one name, the call a scope."""


def all_become_scopes(file: File, symbol: str, next_edit: Callable[[File], Edit | None]) -> bool:
    """True if the edits, each made where those before it have been made, leave no call of `symbol`."""
    for _ in range(_ROUNDS_PER_CALL * len(file.references(symbol))):
        if not any(file.call_of(each) for each in file.references(symbol)):
            return True
        edit = next_edit(file)
        if edit is None:
            return False
        file = edited(file, edit)
    return False


def edited(file: File, edit: Edit) -> File:
    """The file with an edit made."""
    code = add_imports(replaced(file, edit.replacements), edit.imports).bytes
    return File(
        tree_of(code),
        code,
        original=file.original,
        origin=file.origin,
        target=file.target,
        project=file.project,
        exact=file.exact,
    )
