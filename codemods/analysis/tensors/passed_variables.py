"""Variables of Keras layers and models that functions are given, one by one or in a list, also by other modules."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.objects.looped_names import loop_around
from codemods.analysis.objects.passed_elsewhere import Passed
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.analysis.tensors.variable_names import lists_variables
from codemods.source.file import File

_DEPTH = 6
_SAME = ("list", "tuple", "reversed", "sorted", "iter")


def may_be_variable(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if one of the values that reach a name, or `weights[0]`, is what a layer or a model lists."""
    if not depth:
        return False
    if isinstance(node, cst.Subscript):
        return isinstance(node.slice[0].slice, cst.Index) and _may_list(file, node.value, depth - 1)
    if not isinstance(node, cst.Name):
        return False
    around = loop_around(file, node)
    if around is not None:
        return _runs_over(file, *around, depth - 1)
    return any(may_be_variable(*each, depth - 1) for each in _behind(file, node))


def _runs_over(file: File, iterable: cst.BaseExpression, path: list[int], depth: int) -> bool:
    """True for the target of a loop over such a list, also in `zip` and `enumerate`."""
    if isinstance(iterable, cst.Call) and file.is_builtin(iterable.func, "zip") and path:
        place, *below = path
        given = [each for each in iterable.args if not each.star]
        return place < len(given) and _runs_over(file, given[place].value, below, depth)
    if isinstance(iterable, cst.Call) and file.is_builtin(iterable.func, "enumerate") and path[:1] == [1]:
        return bool(iterable.args) and _runs_over(file, iterable.args[0].value, path[1:], depth)
    return not path and _may_list(file, iterable, depth)


def _may_list(file: File, node: cst.BaseExpression, depth: int) -> bool:
    """True for `model.weights`, a part of it, and a name or a parameter that has it."""
    if not depth:
        return False
    if lists_variables(file, node):
        return True
    if isinstance(node, cst.Subscript):
        return isinstance(node.slice[0].slice, cst.Slice) and _may_list(file, node.value, depth - 1)
    if isinstance(node, cst.Call) and file.is_builtin(node.func, *_SAME) and node.args:
        return _may_list(file, node.args[0].value, depth - 1)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return any(_may_list(file, each, depth - 1) for each in (node.left, node.right))
    if not isinstance(node, cst.Name):
        return False
    return any(_may_list(*each, depth - 1) for each in _behind(file, node))


def _behind(file: File, name: cst.Name) -> Iterator[Passed]:
    """What a name is assigned, or is passed as a parameter, also by other modules."""
    for binding in reaching(file, name):
        value = file.assigned_value(binding)
        if value is not None:
            yield Passed(file, value)
        elif isinstance(binding.node, cst.Param):
            yield from (each for each in passed_anywhere(file, binding.node) if each is not None)
