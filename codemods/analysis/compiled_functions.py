"""The functions of a file that `compile` is given as losses and metrics."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.training_calls import training_calls
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_PARAMETERS = ("loss", "metrics", "weighted_metrics")


@once_per_file
def compiled_functions(file: File) -> list[cst.FunctionDef | cst.Lambda]:
    """Each function or lambda that a `compile` of the file passes, or gets from a function of the file, once."""
    found: dict[cst.FunctionDef | cst.Lambda, None] = {}
    for called in training_calls(file):
        if called.path.rpartition(".")[2] == "compile":
            for name in _PARAMETERS:
                arg = called.argument(name)
                found.update(dict.fromkeys(_functions(file, arg.value)) if arg is not None else {})
    return list(found)


def _functions(file: File, node: cst.BaseExpression) -> Iterator[cst.FunctionDef | cst.Lambda]:
    if isinstance(node, cst.Lambda):
        yield node
    elif isinstance(node, cst.List | cst.Tuple):
        for each in node.elements:
            yield from _functions(file, each.value)
    elif isinstance(node, cst.Dict):
        for entry in node.elements:
            yield from _functions(file, entry.value)
    elif isinstance(node, cst.Call):
        maker = _named(file, node.func)
        if isinstance(maker, cst.FunctionDef):
            for statement in nodes(maker.body, cst.Return):
                if statement.value is not None and file.function(statement) is maker:
                    yield from _functions(file, statement.value)
    else:
        named = _named(file, node)
        if named is not None:
            yield named


def _named(file: File, node: cst.BaseExpression) -> cst.FunctionDef | cst.Lambda | None:
    """The function that a name stands for."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None:
        return None
    value = file.assigned_value(binding)
    found = value if value is not None else binding.node
    return found if isinstance(found, cst.FunctionDef | cst.Lambda) else None
