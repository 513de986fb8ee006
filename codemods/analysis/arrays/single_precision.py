"""Whether the numbers of an array, or a number that NumPy takes out of one, are certainly of single precision."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.predictions import is_predicted
from codemods.source.arguments import keyword, literal
from codemods.source.file import File

_MADE = ("empty", "zeros", "ones", "full", "array", "asarray")
_KEEPING = frozenset(
    (
        *("amax", "amin", "max", "min", "mean", "median", "prod", "ptp", "std", "sum", "var", "linalg.norm"),
        *("abs", "absolute", "add", "divide", "exp", "log", "multiply", "sqrt", "square", "subtract"),
        *("copy", "dot", "flatten", "ravel", "reshape", "squeeze", "transpose"),
    )
)
"""Functions of NumPy that give what they are given, and methods of arrays that do."""
_SINGLE = "float32"
_DEPTH = 8


def is_single(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for predictions of Keras, for arrays that are made as `float32`, and for what is computed of such alone."""
    if not depth:
        return False
    if is_predicted(file, node):
        return True
    if isinstance(node, cst.Name):
        values = file.definitions(node) or _run_over(file, node)
        return bool(values) and all(is_single(file, each, depth - 1) for each in values)
    if isinstance(node, cst.Subscript):
        return is_single(file, node.value, depth - 1)
    if isinstance(node, cst.UnaryOperation):
        return not isinstance(node.operator, cst.Not) and is_single(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        return all(is_single(file, each, depth - 1) for each in (node.left, node.right))
    return isinstance(node, cst.Call) and _is_made_single(file, node, depth)


def _run_over(file: File, name: cst.Name) -> list[cst.BaseExpression]:
    """What loops take a name from: `p` in `for p in rows`, and in `for n, p in zip(names, rows)`; [] for any other."""
    found = [_iterated(file, binding.node) for binding in file.assignments(name)]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else []


def _iterated(file: File, target: cst.CSTNode | None) -> cst.BaseExpression | None:
    element = file.parent(target) if target is not None else None
    whole = file.parent(element) if isinstance(element, cst.Element) else target
    loop = file.parent(whole) if whole is not None else None
    if not isinstance(loop, cst.For | cst.CompFor) or loop.target is not whole:
        return None
    if whole is target:
        return loop.iter
    places = [each.value for each in whole.elements] if isinstance(whole, cst.Tuple) else []
    given = [arg.value for arg in loop.iter.args] if isinstance(loop.iter, cst.Call) else []
    place = next((index for index, each in enumerate(places) if each is target), None)
    if place is None or not isinstance(loop.iter, cst.Call):
        return None
    if file.is_builtin(loop.iter.func, "enumerate") and place == 1 and given:
        return given[0]
    return given[place] if file.is_builtin(loop.iter.func, "zip") and place < len(given) else None


def _is_made_single(file: File, call: cst.Call, depth: int) -> bool:
    name = (file.qualified_name(call.func) or "").removeprefix("numpy.")
    places = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if name == _SINGLE:
        return True
    if name in _MADE:
        given = keyword(call, "dtype")
        return given is not None and _names_single(file, given.value)
    if name in _KEEPING and file.qualified_name(call.func) != name:
        return bool(places) and all(is_single(file, each, depth - 1) for each in places[: _arguments(name)])
    if not isinstance(call.func, cst.Attribute) or file.qualified_name(call.func) is not None:
        return False
    if call.func.attr.value == "astype":
        return bool(places) and _names_single(file, places[0])
    return call.func.attr.value in _KEEPING and is_single(file, call.func.value, depth - 1)


def _arguments(name: str) -> int:
    """How many arguments of a function are arrays."""
    return 2 if name in ("add", "divide", "dot", "multiply", "subtract") else 1


def _names_single(file: File, node: cst.BaseExpression) -> bool:
    return literal(node) == _SINGLE or file.qualified_name(node) == f"numpy.{_SINGLE}"
