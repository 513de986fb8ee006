"""Keys of logs that a program asks for before it reads them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.version_branches import caught
from codemods.analysis.objects.looped_names import source_of_names
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes

_VAL = "val_"


def is_tested(file: File, node: cst.SimpleString, *keys: str) -> bool:
    """True where the program asks first whether there is such a key, and goes on without it."""
    above = file.parent(node)
    if isinstance(above, cst.Comparison) and _asks_for(above, keys):
        return True
    if _is_compared(file, node):
        return True
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "get":
        return True
    for each in file.ancestors(node):
        if isinstance(each, cst.FunctionDef | cst.ClassDef):
            return False
        if isinstance(each, cst.IfExp | cst.If) and _asks_for(each.test, keys):
            return True
        if isinstance(each, cst.Try) and any("KeyError" in caught(handler) for handler in each.handlers):
            return True
    return False


def _is_compared(file: File, node: cst.SimpleString) -> bool:
    """True in `name == "acc"` and `name in ("acc", "loss")` of a loop over the names of logs."""
    above = file.parent(node)
    collection = file.parent(above) if isinstance(above, cst.Element) else None
    if collection is not None:
        above = file.parent(collection)
    comparison = file.parent(above) if isinstance(above, cst.ComparisonTarget) else above
    if not isinstance(comparison, cst.Comparison):
        return False
    others = (comparison.left, *(each.comparator for each in comparison.comparisons))
    return any(source_of_names(file, each) is not None for each in others)


def _asks_for(test: cst.BaseExpression, keys: tuple[str, ...]) -> bool:
    """True for `"acc" in logs`, `"acc" not in logs` and `logs.get("acc")`, also as a part of the condition."""
    for each in nodes(test, cst.Comparison, cst.Call):
        key: object = ...
        if isinstance(each, cst.Comparison) and isinstance(each.comparisons[0].operator, cst.In | cst.NotIn):
            key = literal(each.left)
        elif isinstance(each, cst.Call) and isinstance(each.func, cst.Attribute) and each.func.attr.value == "get":
            key = literal(each.args[0].value) if each.args else ...
        if isinstance(key, str) and key.removeprefix(_VAL) in [each.removeprefix(_VAL) for each in keys]:
            return True
    return False
