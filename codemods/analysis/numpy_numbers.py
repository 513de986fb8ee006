"""Whether an expression evaluates to a number of NumPy, which is not an `int`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.logged_values import arguments_for
from codemods.analysis.self_attributes import values_of_attribute
from codemods.source.file import File

ARRAYS = ("numpy.array", "numpy.asarray")
"""What makes an array of a list."""
_FUNCTIONS = frozenset(
    f"numpy.{name}"
    for name in ("amax", "amin", "argmax", "argmin", "int32", "int64", "max", "min", "nanmax", "nanmin", "prod", "sum")
)
_METHODS = frozenset({"argmax", "argmin", "max", "min", "prod", "sum"})
"""Methods of arrays and of data frames; lists, ranges and tensors of TensorFlow have none of them."""
_ORDER = "argsort"
"""Its arrays are one-dimensional where a single index reads them."""
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo, cst.Power)
_DEPTH = 6


def is_numpy_number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if every value that the file shows for an expression is a number of NumPy."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return _is_made_by_numpy(file, node)
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return isinstance(node.operator, _ARITHMETIC) and any(is_numpy_number(file, each, depth - 1) for each in sides)
    if isinstance(node, cst.IfExp):
        return any(is_numpy_number(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.Subscript):
        return _is_read_by(node, cst.Index) and _is_order(file, node.value, depth - 1)
    values = _values(file, node)
    return bool(values) and any(is_numpy_number(file, each, depth - 1) for each in values)


def as_int(node: cst.BaseExpression) -> cst.Call:
    """`int(node)`."""
    return cst.Call(cst.Name("int"), [cst.Arg(node)])


def _is_made_by_numpy(file: File, call: cst.Call) -> bool:
    path = file.qualified_name(call.func)
    if path in _FUNCTIONS:
        return not any(arg.keyword is not None and arg.keyword.value in ("axis", "keepdims") for arg in call.args)
    if path is not None or not isinstance(call.func, cst.Attribute) or call.func.attr.value not in _METHODS:
        return False
    return not call.args and file.reference(call.func) is None


def _is_order(file: File, node: cst.BaseExpression, depth: int) -> bool:
    """True for an array of `argsort`, turned round or cut with a slice too."""
    if not depth:
        return False
    if isinstance(node, cst.Subscript):
        return _is_read_by(node, cst.Slice) and _is_order(file, node.value, depth - 1)
    if isinstance(node, cst.Call):
        path = file.qualified_name(node.func)
        is_method = path is None and isinstance(node.func, cst.Attribute) and node.func.attr.value == _ORDER
        return path == f"numpy.{_ORDER}" or (is_method and file.reference(node.func) is None)
    return any(_is_order(file, value, depth - 1) for value in _values(file, node))


def _is_read_by(node: cst.Subscript, kind: type[cst.BaseSlice]) -> bool:
    """True if one index, or one slice, is all that stands between the brackets."""
    return len(node.slice) == 1 and isinstance(node.slice[0].slice, kind)


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The values of a name, of a parameter in the calls of the file, or of an attribute of `self`."""
    if isinstance(node, cst.Name):
        found: list[cst.BaseExpression] = []
        for binding in file.assignments(node):
            value = file.assigned_value(binding)
            if value is not None:
                found.append(value)
            elif isinstance(binding.node, cst.Param):
                found += arguments_for(file, binding)
        return found
    return values_of_attribute(file, node) or []
