"""The call that a proof is about, and its surroundings: blocks, branches and device scopes."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.data_flow import Flow, Function
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.sure_calls import run_apart
from codemods.source.canonical_names import below
from codemods.source.file import Block, File, name_of
from codemods.source.scopes import BUILTIN, Binding


class CallSite(NamedTuple):
    """A call, the line that contains no other statement, and the writes of the function around it."""

    file: File
    call: cst.Call
    statement: cst.SimpleStatementLine
    flow: Flow

    @property
    def small(self) -> cst.BaseSmallStatement:
        """The one statement on the line."""
        return self.statement.body[0]

    @property
    def function(self) -> Function:
        return self.flow.function

    def precedes(self, node: cst.CSTNode) -> bool:
        return self.file.before(self.call, node)

    def follows(self, node: cst.CSTNode) -> bool:
        return self.file.before(node, self.call)

    def excludes(self, node: cst.CSTNode) -> bool:
        """True if no run reaches both the call and `node`."""
        return run_apart(self.file, node, self.call)

    def origin(self, name: str) -> cst.CSTNode:
        """The first place that binds a name, other than the call's own line; the call itself if there is none.

        This is the node to blame for what the name means here.
        """
        bound = [each.node for each in self.file.scope(self.statement)[name.split(".", maxsplit=1)[0]]]
        others = (node for node in bound if node is not None and self.statement not in self.file.ancestors(node))
        return next(others, self.call)


def call_site(file: File, call: cst.Call) -> CallSite:
    """The site of a call whose statement is alone on its line; raises `Declined` for other calls."""
    statement = file.statement(call)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        raise Declined(call, "it is part of a larger statement")
    return CallSite(file, call, statement, Flow(file, file.function(call)))


def assigned_name(site: CallSite) -> str | None:
    """The name, dotted or not, that the result of the call is assigned to; None unless it is exactly one."""
    small = site.small
    if isinstance(small, cst.Assign) and small.value is site.call and len(small.targets) == 1:
        return name_of(small.targets[0].target)
    return None


def is_known(file: File, node: cst.CSTNode, name: str) -> bool:
    """True if a name that `node` reads is imported, defined by `def` or `class`, a builtin, or never bound."""
    if any(imported.local == name for imported in file.imports):
        return True
    kinds = (cst.FunctionDef, cst.ClassDef)
    return all(isinstance(each.node, kinds) or each.kind == BUILTIN for each in file.scope(node)[name])


def only_binding(file: File, name: cst.Name, reason: str) -> Binding:
    """The only binding of a name.

    If there are others, raise `Declined` with `reason`, and blame one of them.
    """
    bindings = file.assignments(name)
    if len(bindings) != 1:
        others = [each.node for each in bindings if each.node is not None and each.node is not name]
        raise Declined(others[-1] if others else name, reason)
    return bindings[0]


# --- blocks


def is_device_scope(file: File, node: cst.CSTNode | None) -> bool:
    """True for a `with` statement that opens `tf.device(...)` scopes and nothing else."""
    return isinstance(node, cst.With) and all(
        isinstance(item.item, cst.Call)
        and file.symbol(item.item.func) in ("tensorflow.device", "keras.backend.tf.device")
        and item.asname is None
        for item in node.items
    )


def block_around(file: File, node: cst.CSTNode) -> Block:
    """The block that contains `node`; the body of a `with tf.device(...)` counts as part of the block outside."""
    for above in file.ancestors(node):
        if isinstance(above, cst.Module):
            return above
        if isinstance(above, cst.IndentedBlock) and not is_device_scope(file, file.parent(above)):
            return above
    raise AssertionError("a statement lies in a module")


# --- methods


def method_of(call: cst.Call) -> str | None:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else None


def owner_of(call: cst.Call) -> str | None:
    """`a.b` for the call `a.b.method()`."""
    return name_of(call.func.value) if isinstance(call.func, cst.Attribute) else None


def is_compile(file: File, call: cst.Call) -> bool:
    """True if a call may compile a Keras model: it calls `compile`, and not that of a module such as `re`."""
    return (
        isinstance(call.func, cst.Attribute) and method_of(call) == "compile" and not _is_module(file, call.func.value)
    )


def _is_module(file: File, node: cst.BaseExpression) -> bool:
    """True if a name is bound by `import ...` alone: a name that is imported from a module may be a model."""
    if isinstance(node, cst.Name):
        bindings = file.assignments(node)
        return bool(bindings) and all(isinstance(each.node, cst.Import) for each in bindings)
    path = file.qualified_name(node)
    modules = (each.qualified for each in file.imports if isinstance(each.statement, cst.Import))
    return path is not None and any(below(module, path) for module in modules)
