"""The call that is to be proven, and what surrounds it."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from codemods.analysis.data_flow import Flow
from codemods.rules.multi_gpu_model.gpu_count import devices
from codemods.source.arguments import bind, literal
from codemods.source.file import Block, File, name_of
from codemods.source.scopes import BUILTIN

PARAMETERS = ("model", "gpus", "cpu_merge", "cpu_relocation")
RETURNED = "the returned model"
"""The parallel model of `return multi_gpu_model(...)`, which has no name."""
INNER_MODEL = -2
"""The place of the template among the layers of the parallel model."""
MODEL_BUILDERS = ("keras.models.Model", "keras.models.Sequential", "keras.models.clone_model")


class Unproven(Exception):  # noqa: N818 - it is an answer, not an error
    """Why a call cannot be carried to `tf.distribute`."""


@dataclass(frozen=True)
class Guard:
    """The condition under which the call is reached: `code`, true or false; or "as far as it works" (a `try`)."""

    statement: cst.If | cst.Try
    code: str
    holds: bool


@dataclass(frozen=True)
class CompileSite:
    """The statements of `block` from the optimizer's creation to the `compile` call, in one scope."""

    block: Block
    first: int
    last: int
    receiver: str


@dataclass
class Plan:
    """How one call becomes a scope: statements `first` to `last` of `block` build the template."""

    call: cst.Call
    statement: cst.SimpleStatementLine
    block: Block
    first: int
    last: int
    parallel: str
    template: str | None
    strategy: str
    guard: Guard | None
    hoisted: list[cst.BaseStatement] = field(default_factory=list)
    compiles: list[CompileSite] = field(default_factory=list)


class Subject:
    """One `multi_gpu_model` call with the names and the function that it stands in."""

    def __init__(self, file: File, call: cst.Call) -> None:
        self.file = file
        self.call = call
        self.function = file.function(call)
        self.flow = Flow(file, self.function)
        bound = bind(call, *PARAMETERS)
        if bound is None or "model" not in bound:
            raise Unproven("its arguments are unpacked")
        self.model = bound["model"].value
        self.gpus = bound["gpus"].value if "gpus" in bound else None
        self.statement = self._statement()
        self.parallel = self._parallel()
        self.template = name_of(self.model)

    def _statement(self) -> cst.SimpleStatementLine:
        statement = self.file.statement(self.call)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            raise Unproven("it is part of a larger statement")
        return statement

    def _parallel(self) -> str:
        small = self.statement.body[0]
        if isinstance(small, cst.Assign) and small.value is self.call and len(small.targets) == 1:
            name = name_of(small.targets[0].target)
            if name:
                return name
        if isinstance(small, cst.Return) and small.value is self.call:
            return name_of(self.model) or RETURNED
        raise Unproven("its result is not bound to one name")

    def _check_surroundings(self) -> None:
        scope = enclosing_scope(self.file, self.call)
        if scope is not None and not self._is_own_scope(scope):
            raise Unproven("it stands in a strategy scope already")
        for above in self.file.ancestors(self.call):
            if above is self.function:
                return
            if isinstance(above, cst.For | cst.While):
                raise Unproven("it is called in a loop")

    def _is_own_scope(self, scope: cst.BaseExpression) -> bool:
        """Whether `scope` is `strategy.scope()` of a strategy like the one that this call needs."""
        name = scope.func.value if isinstance(scope, cst.Call) and isinstance(scope.func, cst.Attribute) else None
        value = self.file.only_value(name) if isinstance(name, cst.Name) else None
        listed = devices(self.file, self.flow, self.gpus)
        if not isinstance(value, cst.Call):
            return False
        arguments = ", ".join(self.file.code(arg) for arg in value.args)
        return self.file.symbol(value.func) == "tensorflow.distribute.MirroredStrategy" and arguments == listed

    # --- what the other steps ask

    def _excluded(self, node: cst.CSTNode) -> bool:
        """Whether `node` lies in another branch of an `if` than the call."""
        above_call = {self.call, *self.file.ancestors(self.call)}
        below: cst.CSTNode = node
        for above in self.file.ancestors(node):
            if above in above_call:
                return isinstance(above, cst.If) and below not in above_call
            below = above
        return False

    def _block_of(self, node: cst.CSTNode) -> Block:
        """The block of `node`; a `with tf.device(...)` around it belongs to the block outside."""
        for above in self.file.ancestors(node):
            if isinstance(above, cst.Module):
                return above
            if isinstance(above, cst.IndentedBlock):
                owner = self.file.parent(above)
                if owner is None or not self._is_device_scope(owner):
                    return above
        raise AssertionError("a statement lies in a module")

    def _is_known(self, name: str) -> bool:
        """Whether a name is imported, defined by `def` or `class`, or Python's own."""
        if any(imported.local == name for imported in self.file.imports):
            return True
        bound = self.file.scope(self.statement)[name]
        kinds = (cst.FunctionDef, cst.ClassDef)
        return all(isinstance(each.node, kinds) or each.kind == BUILTIN for each in bound)

    def _is_device_scope(self, node: cst.CSTNode) -> bool:
        return is_device_scope(self.file, node)


def is_device_scope(file: File, node: cst.CSTNode | None) -> bool:
    """Whether `node` is `with tf.device(...):` and nothing else."""
    return isinstance(node, cst.With) and all(
        isinstance(item.item, cst.Call)
        and file.symbol(item.item.func) in ("tensorflow.device", "keras.backend.tf.device")
        and item.asname is None
        for item in node.items
    )


def is_inner_model(node: cst.CSTNode | None) -> bool:
    """Whether `node` is `model.layers[-2]`: the template inside the parallel model."""
    if not isinstance(node, cst.Subscript) or len(node.slice) != 1:
        return False
    index = node.slice[0].slice
    layers = isinstance(node.value, cst.Attribute) and node.value.attr.value == "layers"
    return layers and isinstance(index, cst.Index) and literal(index.value) == INNER_MODEL


def enclosing_scope(file: File, node: cst.CSTNode) -> cst.BaseExpression | None:
    """The innermost `with ....scope():` around `node`."""
    for above in file.ancestors(node):
        for item in above.items if isinstance(above, cst.With) else ():
            function = item.item.func if isinstance(item.item, cst.Call) else None
            if isinstance(function, cst.Attribute) and function.attr.value == "scope":
                return item.item
    return None


def is_compile(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile" and receiver_of(call) != "re"


def receiver_of(call: cst.Call) -> str | None:
    return name_of(call.func.value) if isinstance(call.func, cst.Attribute) else None
