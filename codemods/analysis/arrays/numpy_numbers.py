"""Whether an expression evaluates to a number of NumPy, which is not an `int`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import own_function, return_values
from codemods.analysis.flow.self_attributes import values_of_attribute
from codemods.analysis.logs.logged_values import arguments_for
from codemods.analysis.objects.elements import loop_iterable
from codemods.source.file import File

ARRAYS = ("numpy.array", "numpy.asarray")
"""What makes an array of a list."""
_FUNCTIONS = frozenset(
    f"numpy.{name}"
    for name in ("amax", "amin", "argmax", "argmin", "int32", "int64", "max", "min", "nanmax", "nanmin", "prod", "sum")
)
_METHODS = frozenset({"argmax", "argmin", "max", "min", "prod", "sum"})
"""Methods of arrays and of data frames; lists, ranges and tensors of TensorFlow have none of them."""
_ROUNDED = frozenset(f"numpy.{name}" for name in ("ceil", "floor", "rint", "round", "log2", "sqrt"))
"""Functions that give a number for a number, which `astype(int)` makes whole."""
_FLAT = frozenset({*ARRAYS, "numpy.arange"})
_CHOSEN = frozenset({"numpy.random.choice"})
"""An element, unless a size asks for several."""
_ORDER = "argsort"
"""Its arrays are one-dimensional where a single index reads them."""
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo, cst.Power)
_DEPTH = 6


def is_numpy_number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if every value that the file shows for an expression is a number of NumPy."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        function = own_function(file, node.func)
        if function is None:
            return _is_made_by_numpy(file, node)
        return any(is_numpy_number(file, each, depth - 1) for each in return_values(file, function))
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return isinstance(node.operator, _ARITHMETIC) and any(is_numpy_number(file, each, depth - 1) for each in sides)
    if isinstance(node, cst.IfExp):
        return any(is_numpy_number(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.Subscript):
        is_flat = _is_order(file, node.value, depth - 1) or _is_flat(file, node.value, depth - 1)
        return _is_read_by(node, cst.Index) and is_flat
    values = _values(file, node)
    return _runs_over_an_array(file, node) or any(is_numpy_number(file, each, depth - 1) for each in values)


def as_int(node: cst.BaseExpression) -> cst.Call:
    """`int(node)`."""
    return cst.Call(cst.Name("int"), [cst.Arg(node)])


def _runs_over_an_array(file: File, node: cst.BaseExpression) -> bool:
    """True for the variable of a loop over a flat array."""
    bindings = file.assignments(node) if isinstance(node, cst.Name) else []
    iterables = [loop_iterable(file, each.node) for each in bindings]
    return any(each is not None and _is_flat(file, each, _DEPTH) for each in iterables)


def _is_flat(file: File, node: cst.BaseExpression, depth: int) -> bool:
    """True for an array that the file makes, or a slice of it: an element that is used as a number is one of NumPy."""
    if not depth:
        return False
    if isinstance(node, cst.Subscript):
        return _is_read_by(node, cst.Slice) and _is_flat(file, node.value, depth - 1)
    if isinstance(node, cst.Call):
        return file.qualified_name(node.func) in _FLAT
    return any(_is_flat(file, each, depth - 1) for each in _values(file, node))


def _is_made_by_numpy(file: File, call: cst.Call) -> bool:
    path = file.qualified_name(call.func)
    if path in _CHOSEN:
        return len(call.args) == 1
    if path is None and isinstance(call.func, cst.Attribute) and call.func.attr.value == "astype":
        made = call.func.value
        return isinstance(made, cst.Call) and file.qualified_name(made.func) in _ROUNDED
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
