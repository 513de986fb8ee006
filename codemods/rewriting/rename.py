"""Changes the path by which code names a symbol: in its import, or in place."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File, Reference, from_module, name_of
from codemods.types import Edit, Import

Paths = Mapping[cst.ImportAlias, str | None]


def respelled_import(file: File, statement: cst.Import, paths: Paths) -> Edit | None:
    """Make `import module as name` import the modules in `paths`; None if nothing changes."""
    replacements: list[tuple[cst.CSTNode, cst.CSTNode]] = []
    for alias, path in paths.items():
        if path:
            replacements.append((alias.name, cst.parse_expression(path)))
    if not replacements:
        return None
    said = ", ".join(f"{name_of(old)} is now {file.code(new)}" for old, new in replacements)
    return Edit(statement, said, tuple(replacements))


def respelled_from_import(
    file: File, statement: cst.ImportFrom, paths: Paths, targets: Mapping[cst.ImportAlias, str]
) -> Edit | None:
    """Make `from module import name` import each name from its path in `targets`; `paths` says which of them moved."""
    module = from_module(statement)
    homes = {path.rpartition(".")[0] for path in targets.values()}
    renamed = {alias: path.rpartition(".")[2] for alias, path in targets.items()}
    said = ", ".join(dict.fromkeys(_said(module, alias, targets[alias]) for alias in targets if paths[alias]))
    if len(homes) == 1:
        home = homes.pop()
        edits: list[tuple[cst.CSTNode, cst.CSTNode]] = []
        if home != module and statement.module is not None:
            edits.append((statement.module, cst.parse_expression(home)))
        edits += [(alias, _renamed(alias, name)) for alias, name in renamed.items() if name != name_of(alias.name)]
        return Edit(statement, said, tuple(edits))
    return _split(file, statement, targets, said)


def _said(module: str, alias: cst.ImportAlias, path: str) -> str:
    name = name_of(alias.name)
    home, _, modern = path.rpartition(".")
    return f"{module} is now {home}" if modern == name else f"{module}.{name} is now {path}"


def _renamed(alias: cst.ImportAlias, name: str) -> cst.ImportAlias:
    legacy = name_of(alias.name)
    asname = alias.asname or cst.AsName(cst.Name(legacy or name))
    return alias.with_changes(name=cst.Name(name), asname=None if name == name_of(asname.name) else asname)


def _split(file: File, statement: cst.ImportFrom, targets: Mapping[cst.ImportAlias, str], said: str) -> Edit | None:
    """Replace an import by one for each module that its names now come from."""
    line = file.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine | cst.SimpleStatementSuite):
        return None
    homes: dict[str, list[cst.ImportAlias]] = {}
    for alias, path in targets.items():
        home, _, name = path.rpartition(".")
        homes.setdefault(home, []).append(_renamed(alias, name).with_changes(comma=cst.MaybeSentinel.DEFAULT))
    parts = [
        cst.ImportFrom(module=cst.parse_expression(home), names=aliases)  # type: ignore[arg-type]
        for home, aliases in homes.items()
    ]
    if isinstance(line, cst.SimpleStatementSuite) or len(line.body) > 1:
        index = line.body.index(statement)
        body = [*line.body[:index], *parts, *line.body[index + 1 :]]
        return Edit(statement, said, ((line, line.with_changes(body=body)),))
    lines = [cst.SimpleStatementLine([part]) for part in parts]
    lines[0] = lines[0].with_changes(leading_lines=line.leading_lines, trailing_whitespace=line.trailing_whitespace)
    return Edit(statement, said, ((line, cst.FlattenSentinel(lines)),))


def start_of(file: File, reference: Reference) -> Reference | None:
    """The reference that the first name of a dotted name makes."""
    base: cst.BaseExpression = reference.node
    while isinstance(base, cst.Attribute):
        base = base.value
    return file.reference(base)


def respelled_in_place(file: File, reference: Reference, path: str, said: str = "") -> Edit:
    """Replace the dotted name of a symbol in place, through a name that already means its module if there is one."""
    start = start_of(file, reference)
    imports: tuple[Import, ...] = ()
    if start is not None and path.startswith(start.qualified + "."):
        text = file.code(start.node) + path[len(start.qualified) :]
    else:
        root, _, rest = path.partition(".")
        name, imports = bind_module(file, root, "tf" if root == "tensorflow" else root, reference.node)
        text = f"{name}.{rest}" if rest else name
    said = said or f"{reference.qualified} is now {path}"
    return Edit(reference.node, said, ((reference.node, cst.parse_expression(text)),), imports)
