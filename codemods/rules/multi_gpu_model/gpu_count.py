"""The `gpus` argument of `multi_gpu_model`, as the devices of a strategy."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data_flow import Flow
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_INT_FUNCTIONS = frozenset({"int", "len", "max", "min", "abs"})
_COMPARISONS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
_ARITHMETIC = (cst.Multiply, cst.FloorDivide, cst.Divide, cst.Modulo, cst.Subtract)


def devices(file: File, flow: Flow, gpus: cst.BaseExpression | None) -> str | None:
    """The argument of `MirroredStrategy(...)`; None where it is not certain what `gpus` is.

    An int G means the first G GPUs, a list of ids these GPUs, None all visible ones.
    """
    if gpus is None or literal(gpus) is None:
        return ""
    value = literal(gpus)
    if isinstance(value, int):
        return f'[f"GPU:{{i}}" for i in range({value})]' if value > 1 else None
    code = file.code(gpus)
    ids = _id_list(gpus)
    if ids is not None:
        return "[" + ", ".join(f'"GPU:{each}"' for each in ids) + "]" if len(ids) > 1 else None
    if _is_int(file, flow, gpus):
        return f'[f"GPU:{{i}}" for i in range({code})]'
    if _is_list(file, flow, gpus):
        return f'[f"GPU:{{i}}" for i in {code}]'
    return None


def _id_list(node: cst.BaseExpression) -> list[int] | None:
    if not isinstance(node, cst.List | cst.Tuple):
        return None
    values = [literal(element.value) for element in node.elements]
    return [value for value in values if isinstance(value, int)] if all(isinstance(v, int) for v in values) else None


def _is_int(file: File, flow: Flow, node: cst.BaseExpression) -> bool:
    if isinstance(literal(node), int):
        return True
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, *_INT_FUNCTIONS)
    if isinstance(node, cst.BinaryOperation):
        return _is_int(file, flow, node.left) and _is_int(file, flow, node.right)
    name = name_of(node)
    if name is None:
        return _argparse_int(file, node) or _used_as_int(file, file.module, file.code(node))
    values = flow.writes_of(name)
    if not values and _has_int_default(flow, name):
        return True
    if values and all(
        each.value is not None and not each.unpacked and _is_int(file, flow, each.value) for each in values
    ):
        return True
    return _argparse_int(file, node) or _used_as_int(file, _home(flow, name), name)


def _has_int_default(flow: Flow, name: str) -> bool:
    """Whether `name` is a parameter such as `gpus=2`."""
    if not isinstance(flow.function, cst.FunctionDef):
        return False
    parameters = [*flow.function.params.params, *flow.function.params.kwonly_params]
    found = next((each for each in parameters if each.name.value == name), None)
    value = literal(found.default) if found is not None and found.default is not None else None
    return isinstance(value, int) and not isinstance(value, bool)


def _home(flow: Flow, name: str) -> cst.CSTNode:
    """Where uses of `name` mean the same variable: its function, if that binds it."""
    function = flow.function
    if isinstance(function, cst.FunctionDef):
        parameters = [*function.params.params, *function.params.kwonly_params]
        if flow.writes_of(name) or any(each.name.value == name for each in parameters):
            return function
    return flow.file.module


def _is_list(file: File, flow: Flow, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.List | cst.ListComp):
        return True
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "list", "range")
    name = name_of(node)
    values = flow.writes_of(name) if name else []
    return bool(values) and all(
        each.value is not None and not each.unpacked and _is_list(file, flow, each.value) for each in values
    )


def _argparse_int(file: File, node: cst.BaseExpression) -> bool:
    """`args.gpus` or `args["gpus"]` of an `add_argument("--gpus", type=int)`."""
    if isinstance(node, cst.Attribute):
        option: object = node.attr.value
    elif isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        option = literal(node.slice[0].slice.value)
    else:
        return False
    for call in file.calls:
        if not (isinstance(call.func, cst.Attribute) and call.func.attr.value == "add_argument"):
            continue
        flags = [literal(arg.value) for arg in call.args if arg.keyword is None]
        names = {str(flag).lstrip("-").replace("-", "_") for flag in flags if isinstance(flag, str)}
        dest = keyword(call, "dest")
        if dest is not None:
            names = {str(literal(dest.value))}
        kind = keyword(call, "type")
        if option in names and kind is not None and isinstance(kind.value, cst.Name) and kind.value.value == "int":
            return keyword(call, "nargs") is None
    return False


def _used_as_int(file: File, home: cst.CSTNode, code: str) -> bool:
    """Whether `name > 1` or `64 * name` stands somewhere: neither works on a list or None."""
    compared = (_compares_number(file, node, code) for node in nodes(home, cst.Comparison))
    computed = (_computes(file, node, code) for node in nodes(home, cst.BinaryOperation))
    return any(compared) or any(computed)


def _compares_number(file: File, node: cst.Comparison, code: str) -> bool:
    sides = [node.left, *(target.comparator for target in node.comparisons)]
    ordered = all(isinstance(target.operator, _COMPARISONS) for target in node.comparisons)
    numeric = any(isinstance(literal(side), int | float) for side in sides)
    return ordered and numeric and any(file.code(side) == code for side in sides)


def _computes(file: File, node: cst.BinaryOperation, code: str) -> bool:
    return isinstance(node.operator, _ARITHMETIC) and code in (file.code(node.left), file.code(node.right))
