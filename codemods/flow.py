"""What a function writes and reads, in source order: enough data flow to see where a model is built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from codemods.file import File, name_of
from codemods.walk import nodes

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
_BENIGN_SYMBOLS = ("keras.datasets.", "keras.utils.to_categorical", "keras.backend.", "tensorflow.config.")
_BENIGN_BUILTINS = frozenset(
    [
        "bool",
        "dict",
        "float",
        "int",
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
        "zip",
    ]
)


@dataclass(frozen=True)
class Write:
    """`target = value`; `value` is None for a loop variable and the like, and the whole right side of an unpacking."""

    target: str
    node: cst.CSTNode
    value: cst.BaseExpression | None
    unpacked: bool = False


class _Writes(cst.CSTVisitor):
    def __init__(self, root: Function) -> None:
        super().__init__()
        self._root = root
        self.found: list[Write] = []

    def _target(
        self, target: cst.BaseExpression, node: cst.CSTNode, value: cst.BaseExpression | None, *, unpacked: bool = False
    ) -> None:
        if isinstance(target, cst.Tuple | cst.List):
            for element in target.elements:
                self._target(element.value, node, value, unpacked=True)
        else:
            name = name_of(target)
            if name:
                self.found.append(Write(name, node, value, unpacked))

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return node is self._root

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        return False

    def visit_Lambda(self, node: cst.Lambda) -> bool:
        return False

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            self._target(target.target, node, node.value)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        self._target(node.target, node, node.value)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        self._target(node.target, node, None)

    def visit_NamedExpr(self, node: cst.NamedExpr) -> None:
        self._target(node.target, node, node.value)

    def visit_For(self, node: cst.For) -> None:
        self._target(node.target, node, None)

    def visit_WithItem(self, node: cst.WithItem) -> None:
        if node.asname is not None:
            self._target(node.asname.name, node, None)


class Flow:
    """The writes of one function (or of the module's own level), not of functions inside it."""

    def __init__(self, file: File, function: Function) -> None:
        self.file = file
        self.function = function
        visitor = _Writes(function)
        function.visit(visitor)
        self.writes = visitor.found

    def writes_of(self, target: str) -> list[Write]:
        return [write for write in self.writes if write.target == target]

    def before(self, node: cst.CSTNode, other: cst.CSTNode) -> bool:
        return self.file.before(node, other)


class _Reads(cst.CSTVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        name = name_of(node)
        if name is None:
            node.value.visit(self)
            return False
        self.names.append(name)
        return False

    def visit_Name(self, node: cst.Name) -> None:
        self.names.append(node.value)

    def visit_Arg(self, node: cst.Arg) -> bool:
        node.value.visit(self)
        return False

    def visit_Param(self, node: cst.Param) -> bool:
        return False


def reads(node: cst.CSTNode) -> list[str]:
    """The dotted names in `node`, keyword names left out."""
    visitor = _Reads()
    node.visit(visitor)
    return visitor.names


def mentions(node: cst.CSTNode, variable: str) -> bool:
    """Whether `node` reads or writes `variable` or something below it."""
    return any(name == variable or name.startswith(variable + ".") for name in reads(node))


def may_create_variables(file: File, flow: Flow, value: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
    """Whether evaluating `value` may create Keras objects: any call that is not known to be about plain data."""
    return any(not _is_benign(file, flow, call, seen) for call in nodes(value, cst.Call))


def _is_benign(file: File, flow: Flow, call: cst.Call, seen: frozenset[str]) -> bool:
    symbol = file.symbol(call.func)
    if symbol is not None:
        return symbol.startswith(_BENIGN_SYMBOLS)
    base: cst.BaseExpression = call.func
    while isinstance(base, cst.Attribute | cst.Call | cst.Subscript):
        base = base.func if isinstance(base, cst.Call) else base.value
    if isinstance(base, cst.BaseString):
        return True
    if not isinstance(base, cst.Name) or base.value in seen:
        return base is not None and isinstance(base, cst.Name)
    imported = [each for each in file.imports if each.local == base.value]
    if imported:
        return all(each.qualified.split(".")[0] in _BENIGN_PACKAGES for each in imported)
    if base.value in _BENIGN_BUILTINS:
        return True
    if base is call.func:
        return False
    values = [write.value for write in flow.writes_of(base.value)]
    deeper = seen | {base.value}
    return bool(values) and all(
        value is not None and not may_create_variables(file, flow, value, deeper) for value in values
    )


def enclosing(file: File, node: cst.CSTNode, statements: Sequence[cst.CSTNode]) -> int | None:
    """The index of the statement that is or holds `node`."""
    chain = {node, *file.ancestors(node)}
    return next((index for index, statement in enumerate(statements) if statement in chain), None)


def path_between(file: File, node: cst.CSTNode, block: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes above `node` and below `block`, from the inside out."""
    for above in file.ancestors(node):
        if above is block:
            return
        yield above
