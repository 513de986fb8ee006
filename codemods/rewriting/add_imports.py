"""Adds imports that edits need: finds a name that already means a module, and a place for a missing import."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import libcst as cst

from codemods.source.canonical_names import spelling
from codemods.source.file import File, from_module, name_of
from codemods.source.scopes import IMPORT
from codemods.source.walk import nodes
from codemods.types import Import


def bind_module(file: File, module: str, preferred: str, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name under which `at` can use `module`, and the import that must be added for it, if any."""
    had = imported_name(file, at, module)
    if had is not None:
        return had, ()
    plain = module.replace(".", "_")
    candidates = (preferred, module, f"{plain}_module", f"_{plain}")
    name = next((each for each in candidates if _means(file, each, module, at)), f"_{plain}_module")
    return name, (Import(module, name=name),)


def imported_name(file: File, at: cst.CSTNode, *paths: str) -> str | None:
    """The name under which `at` has one of these modules or symbols, the first of them first; None if it has none."""
    for path in paths:
        for imported in file.imports:
            if imported.qualified != path or not _binds_module(imported.statement, imported.alias):
                continue
            if _reaches(file, imported.statement, at) and _means(file, imported.local, path, at):
                return imported.local
    return None


def bind_keras(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name of Keras, or of `tf.keras`, at this place, and the import it needs."""
    for imported in file.imports:
        if imported.qualified == "tensorflow.keras" and "." not in imported.local:
            if [each.kind for each in file.scope(at)[imported.local]] == [IMPORT]:
                return imported.local, ()
    return bind_module(file, "keras", "keras", at)


def _means(file: File, name: str, path: str, at: cst.CSTNode) -> bool:
    """True if `name` is free at `at`, or means `path` and nothing else."""
    if any(each.local == name and each.qualified != path for each in file.imports):
        return False
    return all(each.kind == IMPORT for scope in (file.scope(at), file.global_scope) for each in scope[name])


def _binds_module(statement: cst.Import | cst.ImportFrom, alias: cst.ImportAlias) -> bool:
    return isinstance(statement, cst.ImportFrom) or alias.asname is not None or "." not in (name_of(alias.name) or ".")


def _reaches(file: File, statement: cst.CSTNode, at: cst.CSTNode) -> bool:
    """True if a top-level import has run when `at` runs."""
    line = file.parent(statement)
    at_top = line is not None and file.parent(line) is file.module
    return at_top and (isinstance(file.function(at), cst.FunctionDef) or file.line(statement) < file.line(at))


def add_imports(module: cst.Module, needs: Iterable[Import]) -> cst.Module:
    """Add the imports in `needs` before the first Keras or TensorFlow import, unless they stand there already.

    One that is used above goes there: `np.random.seed(1)` often stands before Keras is imported.
    """
    body: list[cst.BaseStatement] = list(module.body)
    for need in dict.fromkeys(needs):
        name = need.name or need.symbol or need.module.partition(".")[0]
        place = _place(body, name)
        if not any(_provides(statement, need) for statement in body[: place + 1]):
            is_used_here = place < len(body) and _runs_with(body[place], name)
            body.insert(place, _statement(need))
            if not is_used_here:
                _move_header(body, place)
    return module.with_changes(body=body)


def _statement(need: Import) -> cst.SimpleStatementLine:
    if need.symbol:
        text = f"from {need.module} import {need.symbol}" + (f" as {need.name}" if need.name else "")
    elif need.name and need.name != need.module:
        text = f"import {need.module} as {need.name}"
    else:
        text = f"import {need.module}"
    statement = cst.parse_statement(text)
    assert isinstance(statement, cst.SimpleStatementLine)
    return statement


def _move_header(body: list[cst.BaseStatement], place: int) -> None:
    """Give the new import the blank lines and comments above the statement that it precedes."""
    following = body[place + 1] if place + 1 < len(body) else None
    if isinstance(following, cst.SimpleStatementLine | cst.BaseCompoundStatement) and following.leading_lines:
        body[place] = body[place].with_changes(leading_lines=following.leading_lines)
        body[place + 1] = following.with_changes(leading_lines=())


def _place(body: Sequence[cst.BaseStatement], name: str) -> int:
    family = next((index for index, statement in enumerate(body) if _imports_family(statement)), None)
    if family is not None:
        return next((index for index in range(family) if _runs_with(body[index], name)), family)
    index = 0
    while index < len(body) and any(is_first(body[index]) for is_first in (_is_docstring, _is_future, _is_magic)):
        index += 1
    return index


def _runs_with(statement: cst.BaseStatement, name: str) -> bool:
    """True for a statement that has this name, and is neither an import nor a function, which runs later."""
    if isinstance(statement, cst.FunctionDef) or any(
        isinstance(part, cst.Import | cst.ImportFrom) for part in _parts(statement)
    ):
        return False
    labels = {each.attr for each in nodes(statement, cst.Attribute)} | {
        each.keyword for each in nodes(statement, cst.Arg)
    }
    return any(each.value == name and each not in labels for each in nodes(statement, cst.Name))


def _imports_family(statement: cst.BaseStatement) -> bool:
    if isinstance(statement, cst.Try):
        return any(isinstance(inner, cst.BaseStatement) and _imports_family(inner) for inner in statement.body.body)
    return any(
        isinstance(part, cst.Import | cst.ImportFrom) and any(spelling(path) for path in _paths(part))
        for part in _parts(statement)
    )


def _paths(part: cst.Import | cst.ImportFrom) -> list[str]:
    if isinstance(part, cst.Import):
        return [name_of(alias.name) or "" for alias in part.names]
    return [from_module(part)]


def _parts(statement: cst.BaseStatement) -> Sequence[cst.BaseSmallStatement]:
    return statement.body if isinstance(statement, cst.SimpleStatementLine) else ()


def _is_docstring(statement: cst.BaseStatement) -> bool:
    parts = _parts(statement)
    return len(parts) == 1 and isinstance(parts[0], cst.Expr) and isinstance(parts[0].value, cst.BaseString)


def _is_magic(statement: cst.BaseStatement) -> bool:
    """True for what a magic at the top of a notebook is in Python, such as `get_ipython().system("pip install x")`."""
    parts = _parts(statement)
    call = parts[0].value if len(parts) == 1 and isinstance(parts[0], cst.Expr) else None
    owner = call.func.value if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else None
    return isinstance(owner, cst.Call) and name_of(owner.func) == "get_ipython"


def _is_future(statement: cst.BaseStatement) -> bool:
    return any(isinstance(part, cst.ImportFrom) and from_module(part) == "__future__" for part in _parts(statement))


def _provides(statement: cst.BaseStatement, need: Import) -> bool:
    for part in _parts(statement):
        if need.symbol and isinstance(part, cst.ImportFrom) and from_module(part) == need.module:
            if not isinstance(part.names, cst.ImportStar) and any(
                name_of(alias.name) == need.symbol
                and (name_of(alias.asname.name) if alias.asname else need.symbol) == (need.name or need.symbol)
                for alias in part.names
            ):
                return True
        if not need.symbol and isinstance(part, cst.Import):
            for alias in part.names:
                local = name_of(alias.asname.name) if alias.asname else name_of(alias.name)
                if name_of(alias.name) == need.module and local == (need.name or need.module):
                    return True
    return False
