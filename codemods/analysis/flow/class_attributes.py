"""What is set on a class of the file itself: `Settings.model = build()`, `cls.model = build()`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned
from codemods.analysis.flow.unpacking import Unpacked
from codemods.source.file import File, once_per_file


def class_behind(file: File, node: cst.BaseExpression) -> cst.ClassDef | None:
    """The class of the file that a name means, also as the first parameter of a class method."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None or isinstance(binding.node, cst.ClassDef):
        return binding.node if binding is not None and isinstance(binding.node, cst.ClassDef) else None
    function = file.function_of(binding.node) if isinstance(binding.node, cst.Param) else None
    if function is None or function.params.params[:1] != (binding.node,):
        return None
    is_method = any(file.is_builtin(each.decorator, "classmethod") for each in function.decorators)
    return file.enclosing_class(function) if is_method else None


def set_on_class(file: File, owner: cst.ClassDef, name: str) -> list[Unpacked]:
    """The values that any code of the file sets on a class, beside those of its body."""
    return _set_on_classes(file).get((owner, name), [])


@once_per_file
def _set_on_classes(file: File) -> dict[tuple[cst.ClassDef, str], list[Unpacked]]:
    found: dict[tuple[cst.ClassDef, str], list[Unpacked]] = {}
    for node in file.attributes:
        given = assigned(file, node)
        owner = class_behind(file, node.value) if given is not None else None
        if given is not None and owner is not None:
            found.setdefault((owner, node.attr.value), []).append(given)
    return found
