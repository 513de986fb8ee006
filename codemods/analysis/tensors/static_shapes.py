"""The static shapes of symbolic tensors, which are tuples in Keras 3, and whether code may take one for a tuple."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.source.arguments import literal
from codemods.source.file import File

_AS_CONTAINERS = ("list", "tuple")
_AS_TEXT = ("len", "print", "repr", "str")
_TAKE_NUMBERS = ("float", "int", "max", "min", "print", "range", "str")
_TAKE_TUPLES = ("keras", "numpy", "tensorflow")
_COMPUTED = (cst.BinaryOperation, cst.UnaryOperation, cst.Tuple, cst.List, cst.Element)
_ASKED = (cst.Comparison, cst.ComparisonTarget, cst.Index, cst.Slice, cst.FormattedStringExpression, cst.Expr)


def tensor_of(shape: cst.BaseExpression) -> cst.BaseExpression | None:
    """The tensor `x` of `x.shape` and `x.get_shape()`."""
    if isinstance(shape, cst.Attribute) and shape.attr.value == "shape":
        return shape.value
    return _asked(shape)


def is_get_shape(node: cst.BaseExpression) -> bool:
    return _asked(node) is not None


def _asked(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The tensor `x` of `x.get_shape()`."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute) or node.args:
        return None
    return node.func.value if node.func.attr.value == "get_shape" else None


def is_symbolic_shape(file: File, node: cst.BaseExpression) -> bool:
    """True for the shape of a symbolic tensor, a slice of one, and a name that stands for nothing else."""
    tensor = tensor_of(node)
    if tensor is not None:
        return is_symbolic(file, tensor)
    if isinstance(node, cst.Subscript):
        return _is_slice(node) and is_symbolic_shape(file, node.value)
    values = file.definitions(node) if isinstance(node, cst.Name) else None
    return values is not None and all(tensor_of(each) and is_symbolic_shape(file, each) for each in values)


def serves_as_tuple(file: File, shape: cst.CSTNode) -> bool:
    """True if whatever is done with a shape can be done with a tuple of numbers, too."""
    above = file.parent(shape)
    if isinstance(above, cst.Subscript) and above.value is shape:
        return serves_as_tuple(file, above) if _is_slice(above) else _is_number(file, above)
    if isinstance(above, cst.Arg):
        return _is_taken(file, above)
    if isinstance(above, cst.FormattedStringExpression | cst.Expr):
        return True
    if isinstance(above, cst.For | cst.CompFor) and above.iter is shape:
        return _are_numbers(file, above.target)
    target = _only_target(above)
    if isinstance(target, cst.Name):
        uses = uses_of(file, target)
        return uses is not None and all(serves_as_tuple(file, each) or _is_read(file, each) for each in uses)
    return target is not None and _are_numbers(file, target)


def _is_read(file: File, name: cst.Name) -> bool:
    """True for `shape.as_list()`, `shape.ndims` and `shape.rank`, which are rewritten as well."""
    above = file.parent(name)
    return isinstance(above, cst.Attribute) and above.attr.value in ("as_list", "ndims", "rank")


def _is_slice(node: cst.Subscript) -> bool:
    return len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)


def _is_taken(file: File, arg: cst.Arg) -> bool:
    call = file.parent(arg)
    if not isinstance(call, cst.Call) or arg.star:
        return False
    if file.is_builtin(call.func, *_AS_CONTAINERS):
        return serves_as_tuple(file, call)
    path = file.qualified_name(call.func) or ""
    return file.is_builtin(call.func, *_AS_TEXT) or path.split(".", maxsplit=1)[0] in _TAKE_TUPLES


def _is_number(file: File, element: cst.Subscript) -> bool:
    """True if nothing is asked of an element that only a `Dimension` has; that of the batch had no number."""
    index = element.slice[0].slice
    if len(element.slice) != 1 or not isinstance(index, cst.Index) or literal(index.value) == 0:
        return False
    above = file.parent(element)
    if isinstance(above, cst.Attribute):
        is_plain = isinstance(element.value, cst.Name) or tensor_of(element.value) is not None
        return above.attr.value == "value" and is_plain  # TFM178 reads it
    return _serves_as_number(file, element, frozenset())


def _serves_as_number(file: File, node: cst.CSTNode, seen: frozenset[cst.CSTNode]) -> bool:
    """True if whatever is done with a `Dimension`, or what is computed from it, can be done with a number."""
    above = file.parent(node)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        path = file.qualified_name(call.func) or "" if isinstance(call, cst.Call) and not above.star else ""
        is_number = isinstance(call, cst.Call) and file.is_builtin(call.func, *_TAKE_NUMBERS)
        return is_number or path.split(".", maxsplit=1)[0] in _TAKE_TUPLES
    if isinstance(above, _COMPUTED):
        return _serves_as_number(file, above, seen)
    target = _only_target(above)
    if target is not None:
        return _are_numbers(file, target, seen)
    return isinstance(above, _ASKED)


def _are_numbers(file: File, target: cst.BaseExpression, seen: frozenset[cst.CSTNode] = frozenset()) -> bool:
    """True if a name, or each of several, serves as a number wherever it is used."""
    if target in seen:
        return True
    if isinstance(target, cst.Tuple | cst.List):
        return all(_are_numbers(file, each.value, seen) for each in target.elements)
    uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    return uses is not None and all(_serves_as_number(file, each, seen | {target}) for each in uses)


def _only_target(node: cst.CSTNode | None) -> cst.BaseExpression | None:
    """The target of an assignment with one."""
    return node.targets[0].target if isinstance(node, cst.Assign) and len(node.targets) == 1 else None
