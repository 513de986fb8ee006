"""Changes imports of Keras and TensorFlow so that the same names come from the shims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from codemods.rewriting.rename import respelled_from_import
from codemods.source.file import File, ImportedName, from_module, name_of
from codemods.source.wording import ROOM, listed
from codemods.types import Edit, Replacement

PACKAGE = "compat"

Paths = Mapping[cst.ImportAlias, str]


def shimmed_imports(file: File, path_of: Callable[[ImportedName], str | None]) -> Iterator[Edit]:
    """Edit each import statement so that its names come from where `path_of` says; None keeps a name as it is."""
    for statement in dict.fromkeys(imported.statement for imported in file.imports):
        names = [imported for imported in file.imports if imported.statement is statement]
        paths = {imported.alias: path for imported in names if (path := path_of(imported)) is not None}
        edit = _shimmed_import(file, statement, names, paths) if paths else None
        if edit is not None:
            yield edit


def imports_from(file: File, homes: Mapping[str, str]) -> Iterator[Edit]:
    """Import the names of Keras and TensorFlow that stand for these symbols from their modules of the shims."""

    def path_of(imported: ImportedName) -> str | None:
        found = imported.spelling
        if found is None or found.shimmed or not isinstance(imported.statement, cst.ImportFrom):
            return None
        home = homes.get(found.canonical)
        return f"{home}.{found.canonical.rpartition('.')[2]}" if home is not None else None

    return shimmed_imports(file, path_of)


def _shimmed_import(
    file: File, statement: cst.Import | cst.ImportFrom, names: list[ImportedName], paths: Paths
) -> Edit | None:
    """Import each name of `paths` from there; None if that cannot be written."""
    carried = [imported.qualified for imported in names if imported.alias in paths]
    said = f"{listed(carried, ROOM - 40)} {'comes' if len(carried) == 1 else 'come'} from the shims"
    if isinstance(statement, cst.ImportFrom):
        targets = {imported.alias: paths.get(imported.alias, imported.qualified) for imported in names}
        edit = respelled_from_import(file, statement, paths={**dict.fromkeys(targets), **paths}, targets=targets)
        return Edit(statement, said, edit.replacements) if edit is not None else None
    replacements = _plain_import(file, statement, names, paths)
    return Edit(statement, said, replacements) if replacements else None


def star_imports(
    file: File, is_carried: Callable[[str], bool] = bool, path_of: Callable[[str], str] = str
) -> Iterator[Edit]:
    """Change `from keras.layers import *` to `from compat.keras.layers import *`, for all modules or some."""
    for star in file.star_imports:
        module = from_module(star)
        if (
            star.module is not None
            and file.spelling(module)
            and not module.startswith(PACKAGE + ".")
            and is_carried(module)
        ):
            new = cst.parse_expression(f"{PACKAGE}.{path_of(module)}")
            yield Edit(star, f"{module} comes from the shims", ((star.module, new),))


def _plain_import(
    file: File, statement: cst.Import, names: list[ImportedName], paths: Paths
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Change `import keras, os` to `from compat import keras` and `import os`; `import a.b` binds only `a`."""
    line = file.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine | cst.SimpleStatementSuite):
        return ()
    parts: list[cst.BaseSmallStatement] = []
    for imported in names:
        alias = imported.alias.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        if imported.alias not in paths:
            parts.append(cst.Import([alias]))
            continue
        path = paths[imported.alias]
        if alias.asname is None and path == f"{PACKAGE}.{imported.qualified}":
            path = f"{PACKAGE}.{imported.local}"
        package, _, module = path.rpartition(".")
        parts.append(
            cst.ImportFrom(
                module=cst.parse_expression(package),  # type: ignore[arg-type]
                names=[cst.ImportAlias(cst.Name(module), _as_name(alias, imported.local, module))],
            )
        )
    unique = {cst.Module([]).code_for_node(part): part for part in parts}
    index = line.body.index(statement)
    rest_before, rest_after = list(line.body[:index]), list(line.body[index + 1 :])
    if rest_before or rest_after or isinstance(line, cst.SimpleStatementSuite):
        body = [
            part.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
            for part in (*rest_before, *unique.values(), *rest_after)
        ]
        return ((line, line.with_changes(body=body)),)
    lines = [cst.SimpleStatementLine([part]) for part in unique.values()]
    lines[0] = lines[0].with_changes(leading_lines=line.leading_lines)
    lines[-1] = lines[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return ((line, cst.FlattenSentinel(lines)),)


def _as_name(alias: cst.ImportAlias, local: str, module: str) -> cst.AsName | None:
    if alias.asname is not None:
        return alias.asname if name_of(alias.asname.name) != module else None
    return cst.AsName(cst.Name(local)) if local != module else None
