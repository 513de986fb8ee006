"""Adds imports that edits need: finds a name that already means a module, and a place for a missing import."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

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
    name = next((each for each in candidates if is_free_for(file, each, module, at)), f"_{plain}_module")
    return name, (Import(module, name=name),)


def imported_name(file: File, at: cst.CSTNode, *paths: str) -> str | None:
    """The name under which `at` has one of these modules or symbols, the first of them first; None if it has none."""
    for path in paths:
        for imported in file.imports:
            if imported.qualified != path or not _binds_module(imported.statement, imported.alias):
                continue
            if _reaches(file, imported.statement, at) and is_free_for(file, imported.local, path, at):
                return imported.local
    return None


def bind_keras(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name of Keras, or of `tf.keras`, at this place, and the import it needs."""
    for imported in file.imports:
        if imported.qualified == "tensorflow.keras" and "." not in imported.local:
            if [each.kind for each in file.scope(at)[imported.local]] == [IMPORT]:
                return imported.local, ()
    return bind_module(file, "keras", "keras", at)


def is_free_for(file: File, name: str, path: str, at: cst.CSTNode) -> bool:
    """True if `name` is free at `at`, or means `path` and nothing else."""
    if any(each.local == name and each.qualified != path for each in file.imports):
        return False
    return all(each.kind == IMPORT for scope in (file.scope(at), file.global_scope) for each in scope[name])


def _binds_module(statement: cst.Import | cst.ImportFrom, alias: cst.ImportAlias) -> bool:
    return isinstance(statement, cst.ImportFrom) or alias.asname is not None or "." not in (name_of(alias.name) or ".")


def _reaches(file: File, statement: cst.CSTNode, at: cst.CSTNode) -> bool:
    """True if a top-level import has run when `at` runs."""
    line = file.parent(statement)
    if line is None or file.parent(line) is not file.module:
        return False
    if file.line(statement) < file.line(at):
        return True
    return isinstance(file.function(at), cst.FunctionDef) and not _is_called_above(file, line, at)


def _is_called_above(file: File, line: cst.CSTNode, at: cst.CSTNode) -> bool:
    """True if what is above a top-level line may call the function or the class that holds `at`."""
    outer = [each for each in file.ancestors(at) if isinstance(each, cst.FunctionDef | cst.ClassDef)][-1]
    body = file.module.body
    above = body[: next(index for index, each in enumerate(body) if each is line)]
    names = _callers(above, outer.name.value)
    return any(_runs_with(each, names) for each in above if each is not outer)


def add_imports(module: cst.Module, needs: Iterable[Import]) -> cst.Module:
    """Add the imports in `needs` before the first Keras or TensorFlow import, unless they stand there already.

    One that is used above goes there: `np.random.seed(1)` often stands before Keras is imported. One that a function
    needs which is called above follows the imports above that function.
    """
    body: list[cst.BaseStatement] = list(module.body)
    for need in dict.fromkeys(needs):
        name = need.name or need.symbol or need.module.partition(".")[0]
        place, has_header = _place(body, name)
        if not any(_provides(statement, need) for statement in body[: place + 1]):
            body.insert(place, _statement(need))
            if has_header:
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


def _place(body: Sequence[cst.BaseStatement], name: str) -> tuple[int, bool]:
    """The index of a new import that binds `name`, and whether it takes the header of what is there."""
    family = next((index for index, statement in enumerate(body) if _imports_family(statement)), None)
    if family is None:
        return _top(body), True
    above = body[:family]
    callers = _callers(above, name)
    first = next((index for index, statement in enumerate(above) if _runs_with(statement, callers)), None)
    if first is None:
        return family, True
    if _runs_with(above[first], {name}):
        return first, False
    user = next(index for index, statement in enumerate(above) if _holds(statement, {name}))
    imports = [index for index, statement in enumerate(above[:user]) if _is_import(statement)]
    return (imports[-1] + 1, False) if imports else (_top(body), True)


def _top(body: Sequence[cst.BaseStatement]) -> int:
    index = 0
    while index < len(body) and any(is_first(body[index]) for is_first in (_is_docstring, is_future, _is_magic)):
        index += 1
    return index


def _callers(body: Sequence[cst.BaseStatement], name: str) -> set[str]:
    """A name, and the functions among these statements that use it, themselves or by one of the others."""
    names = {name}
    functions = [each for each in body if isinstance(each, cst.FunctionDef)]
    while found := {each.name.value for each in functions if _holds(each, names)} - names:
        names |= found
    return names


def _runs_with(statement: cst.BaseStatement, names: Collection[str]) -> bool:
    """True for a statement that has one of these names, and is neither an import nor a function, which runs later."""
    return not isinstance(statement, cst.FunctionDef) and not _is_import(statement) and _holds(statement, names)


def _holds(statement: cst.BaseStatement, names: Collection[str]) -> bool:
    """True for a statement that has one of these names, and not as an attribute or a keyword alone."""
    labels: set[cst.CSTNode | None] = {each.attr for each in nodes(statement, cst.Attribute)}
    labels |= {each.keyword for each in nodes(statement, cst.Arg)}
    labels |= {each.name for each in nodes(statement, cst.FunctionDef)}
    labels |= {each.name for each in nodes(statement, cst.ClassDef)}
    return any(each.value in names and each not in labels for each in nodes(statement, cst.Name))


def _is_import(statement: cst.BaseStatement) -> bool:
    return any(isinstance(part, cst.Import | cst.ImportFrom) for part in _parts(statement))


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


def is_future(statement: cst.BaseStatement) -> bool:
    """True for `from __future__ import annotations`."""
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
