"""A script as two modules that mean the same: `parts.py`, and `train.py`, which imports it."""

from __future__ import annotations

import ast
import textwrap

from tests.codemods.forms import handed_over, made

PARTS, TRAIN = "parts.py", "train.py"
Modules = dict[str, str]


def imported(source: str) -> Modules:
    """What comes before the first statement that only calls something, but for `model.add`, is in the other module."""
    first = next((each.lineno for each in _statements(source)[1:] if _calls(each)), 0)
    return _cut(source, first, "from parts import {names}")


def starred(source: str) -> Modules:
    """The same, with `from parts import *`."""
    first = next((each.lineno for each in _statements(source)[1:] if _calls(each)), 0)
    return _cut(source, first, "from parts import *")


def made_elsewhere(source: str) -> Modules:
    """The function that makes the variables is in the other module."""
    form = made(source)
    return {} if form == source else _cut(form, _end_of(form, "build") + 1, "from parts import {names}")


def handed_elsewhere(source: str) -> Modules:
    """The function that is given the variables is in the other module."""
    form = handed_over(source)
    if form == source:
        return {}
    work = next(each for each in ast.parse(form).body if isinstance(each, ast.FunctionDef) and each.name == "work")
    lines, imports = form.split("\n"), _imports(form)
    function = "\n".join(lines[work.lineno - 1 : work.end_lineno])
    rest = "\n".join([*lines[: work.lineno - 1], *lines[work.end_lineno :]])
    around = _bound(lines[: work.lineno - 1]) - {each.arg for each in work.args.args}
    if around & _used(function):
        return {}
    return {PARTS: f"{imports}\n\n\n{function}\n", TRAIN: f"from parts import work\n{rest}\n"}


FORMS = (imported, starred, made_elsewhere, handed_elsewhere)


def _cut(source: str, line: int, template: str) -> Modules:
    """Two modules, of which the second one starts at a line and imports what it uses of the first."""
    lines = source.split("\n")
    parts, rest = lines[: max(line - 1, 0)], lines[max(line - 1, 0) :]
    names = sorted(_bound(parts) & _used("\n".join(rest)))
    if not names:
        return {}
    statement = template.format(names=", ".join(names))
    return {PARTS: "\n".join(parts) + "\n", TRAIN: "\n".join([_imports(source), statement, "", *rest]) + "\n"}


def _statements(source: str) -> list[ast.stmt]:
    return [each for each in ast.parse(source).body if not isinstance(each, ast.Import | ast.ImportFrom)]


def _calls(statement: ast.stmt) -> bool:
    adds = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    adds = adds and isinstance(statement.value.func, ast.Attribute) and statement.value.func.attr == "add"
    return isinstance(statement, ast.Expr) and not adds


def _end_of(source: str, name: str) -> int:
    return next(
        each.end_lineno or 0
        for each in ast.parse(source).body
        if isinstance(each, ast.FunctionDef) and each.name == name
    )


def _imports(source: str) -> str:
    found = (each for each in ast.parse(source).body if isinstance(each, ast.Import | ast.ImportFrom))
    return "\n".join(ast.unparse(each) for each in found)


def _bound(lines: list[str]) -> set[str]:
    """The names that some lines bind, but for those of imports."""
    found: set[str] = set()
    for statement in ast.parse("\n".join(lines)).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found.add(statement.name)
        else:
            stored = (each for each in ast.walk(statement) if isinstance(each, ast.Name))
            found |= {each.id for each in stored if isinstance(each.ctx, ast.Store)}
    return found


def _used(source: str) -> set[str]:
    return {each.id for each in ast.walk(ast.parse(textwrap.dedent(source))) if isinstance(each, ast.Name)}
