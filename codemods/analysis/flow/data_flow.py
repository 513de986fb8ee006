"""The writes and reads of a function, in source order: enough data flow to see where a model is built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import Kinds, children, nodes

Function = cst.FunctionDef | cst.Module

_BENIGN_PACKAGES = frozenset(
    [
        "argparse",
        "cv2",
        "datetime",
        "glob",
        "h5py",
        "json",
        "logging",
        "math",
        "numpy",
        "os",
        "pandas",
        "pathlib",
        "pickle",
        "PIL",
        "random",
        "re",
        "scipy",
        "skimage",
        "sklearn",
        "subprocess",
        "sys",
        "time",
        "tqdm",
        "yaml",
    ]
)
_BENIGN_SYMBOLS = (
    "keras.datasets.",
    "keras.utils.to_categorical",
    "keras.backend.",
    "keras.constraints.",
    "keras.initializers.",
    "keras.regularizers.",
    "tensorflow.config.",
    "tensorflow.python.client.device_lib.",
)
_BENIGN_BUILTINS = frozenset(
    [
        "bool",
        "dict",
        "float",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "open",
        "print",
        "range",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "vars",
        "zip",
    ]
)
_TEXT_METHODS = frozenset(
    ["endswith", "format", "join", "lower", "lstrip", "replace", "rstrip", "split", "startswith", "strip", "upper"]
)
_FUNCTION = "def "
"""What sets the functions that are being looked into apart from the variables."""


_IS_TELLING = Kinds(
    cst.ClassDef,
    cst.Lambda,
    cst.FunctionDef,
    cst.Assign,
    cst.AnnAssign,
    cst.NamedExpr,
    cst.AugAssign,
    cst.For,
    cst.WithItem,
)
"""The nodes that bind names, or hold those of others."""


class Write(NamedTuple):
    """`target = value`; `value` is None for loop variables and the like, and the whole right side of an unpacking."""

    target: str
    node: cst.CSTNode
    value: cst.BaseExpression | None
    unpacked: bool = False


@once_per_file
def _writes(file: File, root: Function) -> tuple[Write, ...]:
    """The writes of a function in source order, without those of nested functions and classes."""
    del file
    found: list[Write] = []
    pending: list[cst.CSTNode] = [root]
    while pending:
        node = pending.pop()
        if not _IS_TELLING[node.__class__]:
            pending += children(node)[::-1]
            continue
        if isinstance(node, cst.ClassDef | cst.Lambda) or (isinstance(node, cst.FunctionDef) and node is not root):
            continue
        if isinstance(node, cst.Assign):
            for target in node.targets:
                found += _targets(target.target, node, node.value)
        elif isinstance(node, cst.AnnAssign | cst.NamedExpr):
            found += _targets(node.target, node, node.value)
        elif isinstance(node, cst.AugAssign | cst.For):
            found += _targets(node.target, node, None)
        elif isinstance(node, cst.WithItem) and node.asname is not None:
            found += _targets(node.asname.name, node, None)
        pending += children(node)[::-1]
    return tuple(found)


def _targets(
    target: cst.BaseExpression, node: cst.CSTNode, value: cst.BaseExpression | None, *, unpacked: bool = False
) -> list[Write]:
    if isinstance(target, cst.Tuple | cst.List):
        return [write for each in target.elements for write in _targets(each.value, node, value, unpacked=True)]
    name = name_of(target)
    return [Write(name, node, value, unpacked)] if name else []


class Flow:
    """The writes of one function, or of the module's own level, without those of functions inside it."""

    def __init__(self, file: File, function: Function) -> None:
        self.file = file
        self.function = function
        self.writes = _writes(file, function)

    def writes_of(self, target: str) -> list[Write]:
        return [write for write in self.writes if write.target == target]

    def before(self, node: cst.CSTNode, other: cst.CSTNode) -> bool:
        return self.file.before(node, other)


def reads(node: cst.CSTNode) -> list[str]:
    """The dotted names in `node`, except the names of keywords and parameters."""
    found: list[str] = []
    pending = [node]
    while pending:
        current = pending.pop()
        name = name_of(current) if isinstance(current, cst.Attribute | cst.Name) else None
        if name is not None:
            found.append(name)
        elif isinstance(current, cst.Attribute | cst.Arg):
            pending.append(current.value)
        elif not isinstance(current, cst.Param):
            pending += [*children(current)][::-1]
    return found


def mentions(node: cst.CSTNode, variable: str) -> bool:
    """True if `node` reads or writes `variable` or one of its attributes."""
    return any(name == variable or name.startswith(variable + ".") for name in reads(node))


def may_create_variables(file: File, flow: Flow, value: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
    """True if evaluating `value` may create Keras objects: any call may, unless it is known to handle plain data."""
    return any(not _is_benign(file, flow, call, seen) for call in nodes(value, cst.Call))


def _is_benign(file: File, flow: Flow, call: cst.Call, seen: frozenset[str]) -> bool:
    symbol = file.symbol(call.func)
    if symbol is not None:
        return symbol.startswith(_BENIGN_SYMBOLS)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _TEXT_METHODS:
        return True
    base: cst.BaseExpression = call.func
    while isinstance(base, cst.Attribute | cst.Call | cst.Subscript):
        base = base.func if isinstance(base, cst.Call) else base.value
    if isinstance(base, cst.BaseString):
        return True
    if not isinstance(base, cst.Name) or base.value in seen:
        return base is not None and isinstance(base, cst.Name)
    imported = [each for each in file.imports if each.local == base.value]
    if imported:
        return _is_plain_function(file, call.func, seen) or all(
            each.qualified.split(".")[0] in _BENIGN_PACKAGES for each in imported
        )
    if base.value in _BENIGN_BUILTINS:
        return True
    if base is call.func:
        return _is_plain_function(file, base, seen) or _is_exception(file, base)
    values = [write.value for write in flow.writes_of(base.value)]
    deeper = seen | {base.value}
    return bool(values) and all(
        value is not None and not may_create_variables(file, flow, value, deeper) for value in values
    )


def _is_plain_function(file: File, name: cst.BaseExpression, seen: frozenset[str]) -> bool:
    """True for a function of the project whose body handles plain data only."""
    own = [each.node for each in file.assignments(name)] if isinstance(name, cst.Name) else []
    elsewhere = definition(file, name) if not any(isinstance(each, cst.FunctionDef) for each in own) else None
    home, functions = (file, own) if elsewhere is None else (elsewhere[0], [elsewhere[1]])
    return bool(functions) and all(_handles_plain_data(home, each, seen) for each in functions)


def _handles_plain_data(file: File, function: cst.CSTNode | None, seen: frozenset[str]) -> bool:
    if not isinstance(function, cst.FunctionDef) or function.decorators:
        return False
    key = f"{_FUNCTION}{id(function)}"
    if key in seen:
        return True
    deeper = frozenset(each for each in seen if each.startswith(_FUNCTION)) | {key}
    return not may_create_variables(file, Flow(file, function), function.body, deeper)


def _is_exception(file: File, name: cst.Name) -> bool:
    return name.value.endswith(("Error", "Exception", "Exit")) and file.is_builtin(name, name.value)


def enclosing(file: File, node: cst.CSTNode, statements: Sequence[cst.CSTNode]) -> int | None:
    """The index of the statement that is or contains `node`; None if there is none."""
    chain = {node, *file.ancestors(node)}
    return next((index for index, statement in enumerate(statements) if statement in chain), None)


def path_between(file: File, node: cst.CSTNode, block: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The ancestors of `node` below `block`, from the inside out."""
    for above in file.ancestors(node):
        if above is block:
            return
        yield above
