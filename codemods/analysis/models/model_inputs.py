"""How many inputs a model has."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.fed_values import Fed, leaves
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.arguments import bind
from codemods.source.file import File
from compat.tables.names.makers import MODEL_CLASSES


def has_several_inputs(file: File, model: cst.BaseExpression) -> bool:
    """True if the project shows that an expression may be a model that is made of several tensors."""
    return any(_is_made_of_several(each) for each in _makers(file, model))


def _makers(file: File, model: cst.BaseExpression) -> Iterator[Fed]:
    """What may make a model: also where importers pass it to a function or a class of the file."""
    for made in leaves(file, model):
        yield made
        binding = file.only_binding(made.node) if isinstance(made.node, cst.Name) and made.module is file else None
        if binding is not None and isinstance(binding.node, cst.Param):
            for passed in passed_anywhere(file, binding.node):
                yield from leaves(passed.module, passed.value) if passed is not None else ()


def _is_made_of_several(made: Fed) -> bool:
    """True for `Model([a, b], c)`, also where the list stands elsewhere, and for a dictionary of inputs."""
    if not isinstance(made.node, cst.Call) or made.module.symbol(made.node.func) not in MODEL_CLASSES:
        return False
    bound = bind(made.node, "inputs", "outputs", "name") or {}
    given = next((bound[name].value for name in ("inputs", "input") if name in bound), None)
    return given is not None and any(_is_of_several(each.node) for each in leaves(made.module, given))


def _is_of_several(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.List | cst.Tuple):
        return len(node.elements) > 1
    return isinstance(node, cst.ListComp | cst.Dict)
