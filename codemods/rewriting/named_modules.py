"""Takes modules that are spelled out, `tf.contrib.slim`, and names that are read from them, from the shims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from codemods.rewriting.add_imports import imported_name
from codemods.rewriting.shim_imports import imports_from
from codemods.source.file import File, ImportedName, Reference, name_of
from codemods.types import Edit, Import


def given_name(file: File, reference: Reference) -> str | None:
    """The name `slim` of a statement `slim = tf.contrib.slim`; None for another statement."""
    statement = file.parent(reference.node)
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return name_of(target) if isinstance(target, cst.Name) else None


def imported_in_place(file: File, reference: Reference) -> Edit | None:
    """Import the module in place of `slim = tf.contrib.slim`; None for another statement."""
    name, statement = given_name(file, reference), file.parent(reference.node)
    if name is None or not isinstance(statement, cst.Assign):
        return None
    above, _, module = f"compat.{reference.spelling.plain}".rpartition(".")
    home = cst.parse_expression(above)
    assert isinstance(home, cst.Attribute)
    alias = cst.ImportAlias(cst.Name(module), cst.AsName(cst.Name(name)) if name != module else None)
    new = cst.ImportFrom(home, [alias], semicolon=statement.semicolon)
    return Edit(statement, f"{reference.qualified} comes from the shims", ((statement, new),))


def module_in_place(file: File, reference: Reference, path_of: Callable[[ImportedName], str | None]) -> Edit:
    """Name the module of the shims: by the import that has it, or will by `path_of`, or by one of its own."""
    home = f"compat.{reference.spelling.plain}"
    above, _, module = home.rpartition(".")
    same = (each.qualified for each in file.imports if home in (each.qualified, path_of(each)))
    known = imported_name(file, reference.node, *same)
    name = known or file.free_name(f"contrib_{module}")
    needs = () if known else (Import(above, module, name),)
    return Edit(
        reference.node, f"{reference.qualified} comes from the shims", ((reference.node, cst.Name(name)),), needs
    )


def read_from_shims(file: File, reference: Reference, home: str) -> Edit:
    """Import a name from the shims, under another name if its own is taken."""
    short = reference.canonical.rpartition(".")[2]
    known = imported_name(file, reference.node, f"{home}.{short}")
    taken = any(scope[short] for scope in (file.scope(reference.node), file.global_scope))
    other = f"Legacy{short}" if short[0].isupper() else f"legacy_{short}"
    name = known or (other if taken else short)
    said = f"{reference.qualified} is now {home}.{short}"
    need = Import(home, short, "" if name == short else name)
    return Edit(reference.node, said, ((reference.node, cst.Name(name)),), () if known else (need,))


def taken_from_shims(file: File, homes: Mapping[str, str]) -> Iterator[Edit]:
    """Take symbols from their modules of the shims: where they are imported, and where they are read from a module."""
    yield from imports_from(file, homes)
    for reference in file.references(*homes):
        if not reference.spelling.shimmed and isinstance(reference.node, cst.Attribute):
            yield read_from_shims(file, reference, homes[reference.canonical])
