"""Express a number or a list of GPUs as the devices of a strategy."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.objects.handed_on import calls_outside
from codemods.analysis.objects.program_options import option_names
from codemods.analysis.objects.provenance import calls_anywhere, given_by_calls, leaves
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_INT_FUNCTIONS = frozenset({"int", "len", "max", "min", "abs"})
_COMPARISONS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
_ARITHMETIC = (cst.Multiply, cst.FloorDivide, cst.Divide, cst.Modulo, cst.Subtract)


def devices(flow: Flow, gpus: cst.BaseExpression | None) -> str | None:
    """The argument of `MirroredStrategy(...)`; None if `gpus` is unclear, or means fewer than two GPUs.

    An int G means the first G GPUs, a list of ids means these GPUs, and None means all visible ones.
    """
    if gpus is None or literal(gpus) is None:
        return ""
    value = literal(gpus)
    if isinstance(value, int):
        return _first(str(value)) if value > 1 else None
    ids = _ids(gpus)
    if ids is not None:
        return "[" + ", ".join(f'"GPU:{each}"' for each in ids) + "]" if len(ids) > 1 else None
    if is_number(flow, gpus):
        return _first(flow.file.code(gpus))
    return f'[f"GPU:{{i}}" for i in {flow.file.code(gpus)}]' if _is_list(flow, gpus) else None


def _first(count: str) -> str:
    return f'[f"GPU:{{i}}" for i in range({count})]'


def _ids(node: cst.BaseExpression) -> list[int] | None:
    if not isinstance(node, cst.List | cst.Tuple):
        return None
    values = [literal(element.value) for element in node.elements]
    ids = [value for value in values if isinstance(value, int)]
    return ids if len(ids) == len(values) else None


def is_number(flow: Flow, node: cst.BaseExpression) -> bool:
    """True if an expression is a number rather than a list, as far as the file shows."""
    if isinstance(literal(node), int):
        return True
    if isinstance(node, cst.Call):
        return flow.file.is_builtin(node.func, *_INT_FUNCTIONS)
    if isinstance(node, cst.BinaryOperation):
        return is_number(flow, node.left) and is_number(flow, node.right)
    if _is_asked_for_type(flow, node):
        return False
    name = name_of(node)
    values = flow.writes_of(name) if name else []
    if name and not values and _has_int_default(flow, name):
        return not any(_is_list(flow, each) or isinstance(each, cst.Tuple) for each in _given(flow, name))
    if values and all(each.value is not None and not each.unpacked and is_number(flow, each.value) for each in values):
        return True
    return _is_int_option(flow.file, node) or _is_used_as_number(flow, node) or _is_given_as_number(flow.file, node)


def _is_asked_for_type(flow: Flow, node: cst.BaseExpression) -> bool:
    """True if the code asks what a value is, as in `isinstance(gpus, Sequence)`."""
    asked = (each for each in nodes(_home(flow, node), cst.Call) if flow.file.is_builtin(each.func, "isinstance"))
    return any(bool(call.args) and _is_same(flow.file, call.args[0].value, node) for call in asked)


def _given(flow: Flow, name: str) -> Iterator[cst.BaseExpression]:
    """What calls of the function give for a parameter, also those of modules that import the file."""
    file, function = flow.file, flow.function
    if not isinstance(function, cst.FunctionDef):
        return
    calls = [(file, call) for call in calls_anywhere(file, function)]
    calls += [(place.file, place.node) for place in calls_outside(file, function) if isinstance(place.node, cst.Call)]
    for where, call in calls:
        arg = (bind(call, *given_by_calls(file, function)) or {}).get(name)
        if arg is not None:
            yield from leaves(where, arg.value) or [arg.value]


def _is_given_as_number(file: File, node: cst.BaseExpression) -> bool:
    """True if the calls of the function that has a parameter give numbers alone."""
    given = (leaves(file, node) or []) if isinstance(node, cst.Name) else []
    return bool(given) and all(isinstance(literal(each), int) and not isinstance(literal(each), bool) for each in given)


def _has_int_default(flow: Flow, name: str) -> bool:
    """True if `name` is a parameter such as `gpus=2`."""
    found = next((each for each in _parameters(flow) if each.name.value == name), None)
    value = literal(found.default) if found is not None and found.default is not None else None
    return isinstance(value, int) and not isinstance(value, bool)


def _parameters(flow: Flow) -> list[cst.Param]:
    function = flow.function
    return [*function.params.params, *function.params.kwonly_params] if isinstance(function, cst.FunctionDef) else []


def _is_list(flow: Flow, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.List | cst.ListComp):
        return True
    if isinstance(node, cst.Call):
        return flow.file.is_builtin(node.func, "list", "range")
    name = name_of(node)
    values = flow.writes_of(name) if name else []
    return bool(values) and all(
        each.value is not None and not each.unpacked and _is_list(flow, each.value) for each in values
    )


def _is_int_option(file: File, node: cst.BaseExpression) -> bool:
    """True for `args.gpus` or `args["gpus"]` of an `add_argument("--gpus", type=int)`."""
    if isinstance(node, cst.Attribute):
        option: object = node.attr.value
    elif isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        option = literal(node.slice[0].slice.value)
    else:
        return False
    added = [call for call in file.calls if method_of(call) == "add_argument" and option in option_names(call)]
    return bool(added) and all(_takes_int(file, call) for call in added)


def _takes_int(file: File, call: cst.Call) -> bool:
    kind = keyword(call, "type")
    return kind is not None and file.is_builtin(kind.value, "int") and keyword(call, "nargs") is None


def _is_used_as_number(flow: Flow, node: cst.BaseExpression) -> bool:
    """True if `node` is compared with a number (`node > 1`) or used in arithmetic (`64 * node`) somewhere."""
    home = _home(flow, node)
    compared = (each for each in nodes(home, cst.Comparison) if _compares_number(each))
    computed = (each for each in nodes(home, cst.BinaryOperation) if isinstance(each.operator, _ARITHMETIC))
    sides = [side for each in compared for side in (each.left, *(part.comparator for part in each.comparisons))]
    sides += [side for each in computed for side in (each.left, each.right)]
    return any(_is_same(flow.file, side, node) for side in sides)


def _home(flow: Flow, node: cst.BaseExpression) -> cst.CSTNode:
    """The region in which an expression means the same: its function if that binds the name, else the module."""
    name = name_of(node)
    own = name is not None and (flow.writes_of(name) or any(each.name.value == name for each in _parameters(flow)))
    return flow.function if own else flow.file.module


def _compares_number(node: cst.Comparison) -> bool:
    sides = [node.left, *(target.comparator for target in node.comparisons)]
    ordered = all(isinstance(target.operator, _COMPARISONS) for target in node.comparisons)
    return ordered and any(isinstance(literal(side), int | float) for side in sides)


def _is_same(file: File, first: cst.BaseExpression, second: cst.BaseExpression) -> bool:
    """True if two expressions are spelled alike and, if they are names, mean the same variable."""
    if isinstance(first, cst.Name) and isinstance(second, cst.Name):
        return first.value == second.value and file.assignments(first) == file.assignments(second)
    return first.deep_equals(second)
