"""Names that a statement binds, and does not look up, and those that a project sets on modules of others."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File, once_per_file

_TARGETS = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.Del, cst.For, cst.AsName)


def binds(file: File, node: cst.CSTNode) -> bool:
    """True if a statement assigns to a name or an attribute, or deletes it."""
    above = file.parent(node)
    if isinstance(above, cst.AsName):
        return above.name is node
    return isinstance(above, _TARGETS) and getattr(above, "target", node) is node


def is_given(file: File, path: str) -> bool:
    """True for a name that a file, or a module that it imports, sets on a module of another package, or asks that for.

    `tf.name = value`, `setattr(tf, "name", value)` and `hasattr(tf, "name")`, where `tf` itself is there.
    """
    name = path.removeprefix("compat.")
    return any(name in _given_names(each) for each in (file, *file.imported_modules))


@once_per_file
def _given_names(file: File) -> set[str]:
    found = {reference.qualified for reference in file.all_references() if binds(file, reference.node)}
    for call in file.calls:
        if file.is_builtin(call.func, "setattr", "hasattr", "delattr") and len(call.args) > 1:
            module, name = file.reference(call.args[0].value), call.args[1].value
            if module is not None and isinstance(name, cst.SimpleString):
                found.add(f"{module.qualified}.{name.raw_value}")
    names = {each.removeprefix("compat.") for each in found}
    return {each for each in names if not file.target.lacks(each.rpartition(".")[0])}
