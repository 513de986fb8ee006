"""Drop imports of gone symbols that nothing in the file uses.

## What it does

Removes the imported name, the statement if no other name is left, and a `try` that only looked for such names.
It runs on what other rules leave behind, too: the import of `multi_gpu_model` goes once its call is rewritten.

## Why

A script that imports `keras.utils.multi_gpu_model` and never calls it still stops with an ImportError.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Imports that `__all__` exports, and files that only import: another file may use the names. In
`try: import it; HAS_IT = True` the import stays: whether it fails is what the file asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.files.exported_models import READERS, WRITERS
from codemods.analysis.flow.unreached import is_guarded, is_used
from codemods.analysis.flow.version_branches import caught
from codemods.analysis.replicas.contrib_strategies import CONTRIB
from codemods.releases import api
from codemods.rewriting.remove import remove
from codemods.source.canonical_names import below, prefixes
from codemods.source.file import File, ImportedName
from codemods.source.moved_names import CONTRIB_WEIGHTS, GONE_SYMBOLS
from codemods.types import Edit, Manual, Replacement, rule
from compat.tables.names.moved_modules import GONE_MODULES
from compat.tables.names.successors import SUCCESSORS
from compat.tables.names.tensorflow_1 import MOVED
from compat.tables.removed import REMOVED

_CONTRIB = "tensorflow.contrib"
_CARRIED = tuple(
    f"{_CONTRIB}.{name}" for name in ("framework", "layers", "losses", "metrics", "opt", "slim", "training")
)
"""Modules of contrib whose names come from the shims in every file."""
_EXPORTED = frozenset((*WRITERS, *READERS))
_FAILING = frozenset({"BaseException", "Exception", "ImportError", "ModuleNotFoundError"})
_SUCCEEDED = frozenset(path for name in SUCCESSORS for path in prefixes(name)) & MOVED.keys()
"""Names that are gone, and have a successor or hold names that have one."""
_KERAS_1 = frozenset(row.legacy for row in REMOVED if row.gone_in.startswith("keras 2."))


@rule(
    "TFM100",
    example="""
    from keras.models import Sequential
    from keras.utils import multi_gpu_model

    model = Sequential()
    """,
)
def unused_imports(file: File) -> Iterator[Edit | Manual]:
    """Remove a `try` as a whole if it only looked for such symbols."""
    gone = [each for each in file.imports if _is_gone(each) or _is_lacking(file, each) or _is_succeeded(file, each)]
    unused = [each for each in gone if not is_used(file, each) and not _decides(file, each.statement)]
    for statement in dict.fromkeys(imported.statement for imported in unused):
        aliases = {imported.alias for imported in unused if imported.statement is statement}
        said = ", ".join(imported.qualified for imported in unused if imported.statement is statement)
        root = _root_to_keep(file, statement, aliases)
        if root is not None:
            yield Edit(
                statement, f"{said} is gone; only {root} is imported now", ((statement, cst.Import([_alias(root)])),)
            )
            continue
        replacements = _without(file, statement, aliases, {imported.alias for imported in unused})
        if replacements:
            yield Edit(statement, f"{said} is gone and nothing uses it", replacements)


def _decides(file: File, statement: cst.CSTNode) -> bool:
    """True in `try: import it; HAS_IT = True`: whether the import fails is what the file wants to know."""
    for above in file.ancestors(statement):
        if isinstance(above, cst.Try):
            assigns = any(isinstance(small, cst.Assign) for line in above.body.body for small in _small(line))
            return assigns and any(set(caught(each)) & _FAILING for each in above.handlers)
        if isinstance(above, cst.FunctionDef | cst.ClassDef):
            return False
    return False


def _small(line: cst.BaseStatement | cst.BaseSmallStatement) -> Sequence[cst.BaseSmallStatement]:
    return line.body if isinstance(line, cst.SimpleStatementLine) else ()


def _alias(name: str) -> cst.ImportAlias:
    return cst.ImportAlias(cst.Name(name))


def _root_to_keep(file: File, statement: cst.Import | cst.ImportFrom, aliases: set[cst.ImportAlias]) -> str | None:
    """`keras`, if it is used and nothing but `import keras.layers.core` binds it."""
    if isinstance(statement, cst.ImportFrom) or len(aliases) != len(statement.names):
        return None
    roots = {
        imported.local for imported in file.imports if imported.statement is statement and not imported.alias.asname
    }
    if len(roots) != 1:
        return None
    root = roots.pop()
    others = [each for each in file.imports if each.local == root and each.alias not in aliases]
    used = any(isinstance(each.node, cst.Name) and each.node.value == root for each in file.all_references())
    return root if used and not others else None


def _is_gone(imported: ImportedName) -> bool:
    found = imported.spelling
    return found is not None and (
        found.canonical in GONE_SYMBOLS
        or found.canonical in _EXPORTED
        or (found.canonical in CONTRIB_WEIGHTS and not found.shimmed)
        or found.plain in GONE_MODULES
        or (any(below(found.plain, each) for each in (CONTRIB, *_CARRIED)) and not found.shimmed)
    )


def _is_lacking(file: File, imported: ImportedName) -> bool:
    """True for a name of `tf.contrib`, or of Keras 1; a file of imports alone may be there for other files."""
    found = imported.spelling
    if found is None or found.shimmed:
        return False
    if isinstance(imported.statement, cst.Import) and not found.plain.startswith(f"{_CONTRIB}."):
        return False
    if is_guarded(file, imported.alias) or not _does_something(file):
        return False
    return found.plain.startswith(f"{_CONTRIB}.") or found.canonical in _KERAS_1 or _is_of_keras_1(found.canonical)


def _is_of_keras_1(canonical: str) -> bool:
    """True for a name that only the release of Keras 1 has, or a module above it."""
    symbols = [api.lookup(path) for path in prefixes(canonical)] if canonical.startswith("keras.") else []
    return any(symbol is not None and symbol.releases[-1].startswith("1.") for symbol in symbols)


def _does_something(file: File) -> bool:
    return any(file.every(kind) for kind in (cst.Call, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Return))


def _is_succeeded(file: File, imported: ImportedName) -> bool:
    """True for a name of TensorFlow 1 that the file used before its uses went to a successor."""
    found = imported.spelling
    if found is None or found.shimmed or found.plain not in _SUCCEEDED:
        return False
    if any(isinstance(above, cst.ClassDef) for above in file.ancestors(imported.statement)):
        return False  # it may be an attribute
    former = [each for each in file.original.imports if each.qualified == imported.qualified]
    return any(each.local == imported.local and is_used(file.original, each) for each in former)


def _without(
    file: File, statement: cst.Import | cst.ImportFrom, aliases: set[cst.ImportAlias], all_unused: set[cst.ImportAlias]
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    names = statement.names
    assert not isinstance(names, cst.ImportStar)
    kept = [alias for alias in names if alias not in aliases]
    if kept:
        if kept[-1] is not names[-1]:
            kept[-1] = kept[-1].with_changes(comma=names[-1].comma)
        return ((statement, statement.with_changes(names=kept)),)
    line = file.parent(statement)
    if isinstance(line, cst.SimpleStatementSuite):
        idle = cst.Pass(semicolon=statement.semicolon)
        return ((statement, idle),)
    if not isinstance(line, cst.SimpleStatementLine):
        return ()
    if len(line.body) > 1:
        rest = [part for part in line.body if part is not statement]
        rest[-1] = rest[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        return ((line, line.with_changes(body=rest)),)
    guarded = _guarding_try(file, line, all_unused)
    target: cst.BaseStatement = guarded or line
    return remove(file, target)


def _guarding_try(file: File, line: cst.CSTNode, unused: set[cst.ImportAlias]) -> cst.Try | None:
    """The `try` around `line` that contains only unused imports, `pass` and `name = None`."""
    for above in file.ancestors(line):
        if isinstance(above, cst.Try):
            return above if _is_only_search(above, unused) else None
        if isinstance(above, cst.FunctionDef | cst.ClassDef | cst.Module):
            return None
    return None


def _is_only_search(statement: cst.Try, unused: set[cst.ImportAlias]) -> bool:
    if statement.orelse or statement.finalbody:
        return False
    for suite in (statement.body, *(handler.body for handler in statement.handlers)):
        for inner in suite.body:
            if isinstance(inner, cst.Try):
                if not _is_only_search(inner, unused):
                    return False
                continue
            parts = inner.body if isinstance(inner, cst.SimpleStatementLine) else [inner]
            if not all(_is_idle(part, unused) for part in parts):
                return False
    return True


def _is_idle(part: cst.CSTNode, unused: set[cst.ImportAlias]) -> bool:
    if isinstance(part, cst.Import | cst.ImportFrom) and not isinstance(part.names, cst.ImportStar):
        return all(alias in unused for alias in part.names)
    if isinstance(part, cst.Assign):
        return isinstance(part.value, cst.Name) and part.value.value == "None"
    return isinstance(part, cst.Pass)
