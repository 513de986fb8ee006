"""The number of dimensions of NumPy arrays, as far as the file shows what makes them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.fed_values import leaves
from codemods.analysis.numpy_numbers import ARRAYS
from codemods.analysis.self_attributes import value_of
from codemods.source.arguments import keyword, literal
from codemods.source.file import File

FILLED = frozenset(f"numpy.{name}" for name in ("empty", "full", "ones", "zeros"))
_LIKE = frozenset(f"numpy.{name}" for name in ("full_like", "ones_like", "zeros_like"))
_JOINED = frozenset({"numpy.append", "numpy.concatenate"})
_STATES = ("numpy.random.RandomState", "numpy.random.default_rng")
_BY_PLACES = ("rand", "randn")
_BY_SIZE = ("randint", "uniform", "normal")
_SIZE_AT = 2
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
    if isinstance(node, cst.Name) and len(bindings := file.assignments(node)) == 1:
        loop = file.parent(bindings[0].node) if bindings[0].node is not None else None
        is_counted = isinstance(loop, cst.For | cst.CompFor) and loop.target is bindings[0].node
        return is_counted and isinstance(loop, cst.For | cst.CompFor) and _counts(file, loop.iter)
    return isinstance(literal(node), int)


def _counts(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "range")
    return isinstance(node, cst.List | cst.Tuple) and all(
        isinstance(literal(each.value), int) for each in node.elements
    )


def _of_random(file: File, call: cst.Call) -> int | None:
    """The rank of `np.random.randint(1, 9, (12, 5))` and of what a `RandomState` gives so."""
    if not isinstance(call.func, cst.Attribute):
        return None
    made = value_of(file, call.func.value)
    is_state = isinstance(made, cst.Call) and file.qualified_name(made.func) in _STATES
    if not is_state and file.qualified_name(call.func.value) != "numpy.random":
        return None
    places = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if call.func.attr.value in _BY_PLACES:
        return len(places) or None
    size = keyword(call, "size")
    given = size.value if size is not None else places[2] if len(places) > _SIZE_AT else None
    is_known = call.func.attr.value in _BY_SIZE and given is not None
    return rank_of_shape(file, [given]) if is_known and given is not None else None


def _of_call(file: File, call: cst.Call, depth: int) -> int | None:
    name, given = file.qualified_name(call.func), [arg.value for arg in call.args if arg.keyword is None]
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "reshape" and name is None:
        return rank_of_shape(file, given)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME and name is None:
        return rank_of(file, call.func.value, depth)
    if not given or any(arg.star for arg in call.args):
        return None
    if (drawn := _of_random(file, call)) is not None:
        return drawn
    if name in FILLED:
        return rank_of_shape(file, given[:1])
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
