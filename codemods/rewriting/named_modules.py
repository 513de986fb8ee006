"""Changes `slim = tf.contrib.slim` into an import from the shims."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File, Reference, name_of
from codemods.types import Edit


def given_name(file: File, reference: Reference) -> str | None:
    """The name `slim` of a statement `slim = tf.contrib.slim`; None for another statement."""
    statement = file.parent(reference.node)
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return name_of(target) if isinstance(target, cst.Name) else None


def imported_in_place(file: File, reference: Reference) -> Edit | None:
    """Import the module in place of such a statement; None for another one."""
    name, statement = given_name(file, reference), file.parent(reference.node)
    if name is None or not isinstance(statement, cst.Assign):
        return None
    above, _, module = f"compat.{reference.spelling.plain}".rpartition(".")
    home = cst.parse_expression(above)
    assert isinstance(home, cst.Attribute)
    alias = cst.ImportAlias(cst.Name(module), cst.AsName(cst.Name(name)) if name != module else None)
    new = cst.ImportFrom(home, [alias], semicolon=statement.semicolon)
    return Edit(statement, f"{reference.qualified} comes from the shims", ((statement, new),))
