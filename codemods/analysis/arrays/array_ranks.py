"""The number of dimensions of NumPy arrays, as far as the file shows what makes them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.data.fed_values import leaves
from codemods.analysis.flow.self_attributes import value_of
from codemods.source.arguments import argument, literal
from codemods.source.file import File

FILLED = frozenset(f"numpy.{name}" for name in ("empty", "full", "ones", "zeros"))
_LIKE = frozenset(f"numpy.{name}" for name in ("full_like", "ones_like", "zeros_like"))
_COUNTED = frozenset({"numpy.arange", "numpy.bincount", "numpy.linspace"})
_JOINED = frozenset({"numpy.append", "numpy.concatenate"})
_STATES = ("numpy.random.RandomState", "numpy.random.default_rng")
_DRAWN_BY_AXES = ("rand", "randn")
_PLACES_OF_SIZES = {
    "choice": 1,
    "integers": 2,
    "normal": 2,
    "randint": 2,
    "random": 0,
    "random_sample": 0,
    "standard_normal": 0,
    "uniform": 2,
}
"""Where functions of `numpy.random` take their `size=`."""
_SAME = ("astype", "copy")
_COUNTING = ("int", "len")
_DEPTH = 8


def rank_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> int | None:
    """The number of dimensions of an array; None if the file does not show it."""
    if not depth:
        return None
    if isinstance(node, cst.Call) and (found := _of_call(file, node, depth - 1)) is not None:
        return found
    if isinstance(node, cst.List):
        return rank_of_list(node)
    if isinstance(node, cst.BinaryOperation):
        return _of_operation(file, node, depth - 1)
    if isinstance(node, cst.Subscript):
        return _of_part(file, node, depth - 1)
    if isinstance(node, cst.Name | cst.Attribute | cst.Call):
        ranks = {rank_of(each.module, each.node, depth - 1) for each in leaves(file, node) if each.node is not node}
        return ranks.pop() if len(ranks) == 1 else None
    return None


def _of_part(file: File, node: cst.Subscript, depth: int) -> int | None:
    """The rank of `data[2:5]`, and of the row `data[i]`."""
    part = node.slice[0].slice if len(node.slice) == 1 else None
    whole = rank_of(file, node.value, depth) if part is not None else None
    if whole is None or isinstance(part, cst.Slice):
        return whole
    is_row = isinstance(part, cst.Index) and part.star is None and _is_number(file, part.value)
    return whole - 1 if is_row and whole > 1 else None


def _is_number(file: File, node: cst.BaseExpression) -> bool:
    """True for a whole number, and for what a loop over `range()` or over whole numbers counts with."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None or binding.node is None:
        return isinstance(literal(node), int)
    loop = file.parent(binding.node)
    return isinstance(loop, cst.For | cst.CompFor) and loop.target is binding.node and _counts(file, loop.iter)


def _counts(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "range")
    return isinstance(node, cst.List | cst.Tuple) and all(
        isinstance(literal(each.value), int) for each in node.elements
    )


def rank_of_drawn(file: File, call: cst.Call) -> int | None:
    """The rank of `np.random.randint(1, 9, (12, 5))`, and of what a `RandomState` or a generator draws so."""
    name = _drawing(file, call.func)
    if any(arg.star for arg in call.args):
        return None
    if name in _DRAWN_BY_AXES:
        return len(call.args) or None
    size = argument(call, "size", _PLACES_OF_SIZES[name]) if name in _PLACES_OF_SIZES else None
    return rank_of_shape(file, [size.value]) if size is not None else None


def _drawing(file: File, func: cst.BaseExpression) -> str | None:
    """The name of a function of `numpy.random`, or of a method of a state of it."""
    path = file.qualified_name(func)
    if path is not None:
        module, _, name = path.rpartition(".")
        return name if module == "numpy.random" else None
    if not isinstance(func, cst.Attribute):
        return None
    made = value_of(file, func.value)
    return func.attr.value if isinstance(made, cst.Call) and file.qualified_name(made.func) in _STATES else None


def _of_call(file: File, call: cst.Call, depth: int) -> int | None:
    name, given = file.qualified_name(call.func), [arg.value for arg in call.args if arg.keyword is None]
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "reshape" and name is None:
        return rank_of_shape(file, given)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME and name is None:
        return rank_of(file, call.func.value, depth)
    if (drawn := rank_of_drawn(file, call)) is not None:
        return drawn
    if not given or any(arg.star for arg in call.args):
        return None
    if name in FILLED:
        return rank_of_shape(file, given[:1])
    if name in _COUNTED:
        return 1
    if name in _LIKE:
        return rank_of(file, given[0], depth)
    if name in ARRAYS:
        return rank_of(file, given[0], depth) if not isinstance(given[0], cst.Name) else None
    if name in _JOINED:
        parts = given[0].elements if isinstance(given[0], cst.List | cst.Tuple) else ()
        values = [each.value for each in parts] if parts else given[:2]
        found = {rank_of(file, each, depth) for each in values}
        return found.pop() if len(found) == 1 else None
    return None


def rank_of_shape(file: File, given: list[cst.BaseExpression]) -> int | None:
    """The rank that a shape asks for: `(n, 1)`, `n`, or `-1, 1` of `reshape`."""
    only = given[0] if len(given) == 1 else None
    if isinstance(only, cst.Tuple | cst.List):
        return len(only.elements) if all(isinstance(each, cst.Element) for each in only.elements) else None
    return len(given) if given and all(_is_size(file, each) for each in given) else None


def _is_size(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what is certainly a whole number; a name that is one size of a shape elsewhere is one."""
    if not depth:
        return False
    if isinstance(literal(node), int):
        return True
    if isinstance(node, cst.BinaryOperation):
        return _is_size(file, node.left, depth - 1) or _is_size(file, node.right, depth - 1)
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, *_COUNTING)
    if isinstance(node, cst.Subscript):
        return isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"
    if not isinstance(node, cst.Name):
        return False
    values = file.definitions(node) or []
    if values and all(_is_size(file, each, depth - 1) for each in values):
        return True
    uses = (use for binding in file.assignments(node) for use in binding.uses)
    return any(_is_size_of_shape(file, use) or _is_counted_to(file, use) for use in uses)


def _is_counted_to(file: File, use: cst.CSTNode) -> bool:
    """True for `n` in `range(n)`."""
    arg = file.parent(use)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and file.is_builtin(call.func, "range")


def _is_size_of_shape(file: File, use: cst.CSTNode) -> bool:
    element = file.parent(use)
    shape = file.parent(element) if isinstance(element, cst.Element) else None
    arg = file.parent(shape) if isinstance(shape, cst.Tuple) else None
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and file.qualified_name(call.func) in FILLED and call.args[0] is arg


def rank_of_list(node: cst.List | cst.Tuple) -> int | None:
    """1 for a list of numbers, 2 for one of such lists."""
    values = [each.value for each in node.elements]
    if values and all(isinstance(literal(each), int | float) for each in values):
        return 1
    below = {rank_of_list(each) if isinstance(each, cst.List) else None for each in values}
    only = below.pop() if len(below) == 1 else None
    return only + 1 if only is not None else None


def _of_operation(file: File, node: cst.BinaryOperation, depth: int) -> int | None:
    """The rank of `0.9 * labels`, `labels - noise` and `[1] * n`."""
    sides = [rank_of(file, each, depth) for each in (node.left, node.right)]
    known = {each for each in sides if each is not None}
    return known.pop() if len(known) == 1 else None
