"""Objects of other packages than Keras and TensorFlow: the call that a value comes from."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.objects.provenance import leaves
from codemods.source.canonical_names import below
from codemods.source.file import File


def value_of(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The only expression that a value comes from, through names and `with`; None if several or none is seen."""
    if isinstance(node, cst.Name) and (opened := _opened(file, node)) is not None:
        node = opened
    found = leaves(file, node) or []
    return found[0] if len(found) == 1 else None


def made_by(file: File, node: cst.BaseExpression) -> str | None:
    """The import path of the function whose result an expression is; None if the file does not tell."""
    value = value_of(file, node)
    return file.qualified_name(value.func) if isinstance(value, cst.Call) else None


def imports_package(file: File, package: str) -> bool:
    """True if a file imports a package, or anything of it."""
    return any(below(each.qualified, package) for each in file.imports)


def _opened(file: File, name: cst.Name) -> cst.BaseExpression | None:
    """The value of the innermost `with value as name` around a name, or of the only one that binds it."""
    for above in file.ancestors(name):
        for item in above.items if isinstance(above, cst.With) else ():
            if item.asname is not None and isinstance(item.asname.name, cst.Name):
                if item.asname.name.value == name.value:
                    return item.item
        if isinstance(above, cst.FunctionDef):
            break
    binding = file.only_binding(name)
    bound = file.parent(binding.node) if binding is not None and binding.node is not None else None
    opening = file.parent(bound) if isinstance(bound, cst.AsName) else None
    return opening.item if isinstance(opening, cst.WithItem) else None
