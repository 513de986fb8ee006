"""Code that the target never runs: the script asks first for a release, or for the name that is missing."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.absence import absence
from codemods.analysis.flow.conditions import Attribute, truth
from codemods.analysis.flow.version_branches import caught, gives_up, leaves
from codemods.releases import api
from codemods.source.arguments import literal
from codemods.source.file import File, ImportedName, body_of, exported_names, from_module, name_of
from codemods.source.walk import nodes
from compat.tables.methods.gone_methods import TENSORS

_OF_TENSORS = frozenset(name for row in TENSORS for name in row.names)
_TENSORS = ("keras.KerasTensor", "tensorflow.Tensor")
_TRIED_AT_MOST = 2
"""A `try` around an attribute with more statements is a program that handles errors."""


def is_unreached(file: File, node: cst.CSTNode, missing: Attribute | None = None) -> bool:
    """True if a condition that is known for the target keeps it from running `node`, and it goes on elsewhere."""
    below = node
    for above in file.ancestors(node):
        if _is_passed_by(file, above, below, missing) or _is_left_before(file, above, below, missing):
            return True
        if isinstance(above, cst.Try) and isinstance(below, cst.ExceptHandler) and _is_idle(file, above, below):
            return True
        below = above
    return False


def is_guarded(file: File, node: cst.CSTNode) -> bool:
    """True if the script asks whether the name exists that `node` says is missing, and knows what to do without it."""
    missing = None
    if isinstance(node, cst.Attribute):
        missing = Attribute(file.code(node.value), node.attr.value)
    return is_unreached(file, node, missing) or any(_replaces(file, each, node) for each in _attempts(file, node))


def _is_passed_by(file: File, above: cst.CSTNode, below: cst.CSTNode, missing: Attribute | None) -> bool:
    """True if `above` chooses its other way."""
    if isinstance(above, cst.BooleanOperation) and below is above.right:
        return truth(file, above.left, missing) is isinstance(above.operator, cst.Or)
    if not isinstance(above, cst.If | cst.IfExp) or below is above.test:
        return False
    is_other = below is above.orelse
    if truth(file, above.test, missing) is not is_other:
        return False
    taken = above.body if is_other else above.orelse
    while isinstance(taken, cst.If) and _asks_a_tensor_in_vain(file, taken.test, missing):
        taken = taken.orelse
    taken = taken.body if isinstance(taken, cst.Else) else taken
    if taken is None and isinstance(above, cst.If) and _binds_what_is_read(file, above, missing):
        return False
    return not isinstance(taken, cst.BaseSuite) or not gives_up(taken)


def _asks_a_tensor_in_vain(file: File, test: cst.BaseExpression, missing: Attribute | None) -> bool:
    """True for `hasattr(x, "int_shape")` where `x` is a tensor, whose attribute is missing: no tensor has that one."""
    if missing is None or not isinstance(test, cst.Call) or not file.is_builtin(test.func, "hasattr"):
        return False
    owner, name = (arg.value for arg in test.args) if len(test.args) == 2 else (None, None)  # noqa: PLR2004
    if owner is None or name is None or file.code(owner) != missing.owner or missing.name not in _OF_TENSORS:
        return False
    return not any(file.target.has(f"{tensor}.{literal(name)}") for tensor in _TENSORS)


def _binds_what_is_read(file: File, choice: cst.If, missing: Attribute | None) -> bool:
    """True if code outside of an `if`, which does not ask as it does, reads a name that is bound inside of it alone."""
    for target in nodes(choice, cst.AssignTarget):
        bindings = file.assignments(target.target) if isinstance(target.target, cst.Name) else []
        if not all(each.node is not None and choice in file.ancestors(each.node) for each in bindings):
            continue
        for use in (use for each in bindings for use in each.uses):
            around = [*file.ancestors(use)]
            asked = (each for each in around if isinstance(each, cst.If | cst.IfExp))
            if choice not in around and all(truth(file, each.test, missing) is None for each in asked):
                return True
    return False


def _is_left_before(file: File, above: cst.CSTNode, below: cst.CSTNode, missing: Attribute | None) -> bool:
    """True if an earlier `if VERSION: return` leaves the block."""
    if not isinstance(above, cst.Module | cst.IndentedBlock):
        return False
    for statement in body_of(above):
        if statement is below:
            return False
        if isinstance(statement, cst.If) and statement.orelse is None and leaves(statement.body):
            if not gives_up(statement.body) and truth(file, statement.test, missing):
                return True
    return False


def _is_idle(file: File, attempt: cst.Try, handler: cst.ExceptHandler) -> bool:
    """True if a handler waits for missing names, and the target has all that the `try` imports."""
    if not set(caught(handler)) <= {"ImportError", "ModuleNotFoundError", "AttributeError"}:
        return False
    for line in attempt.body.body:
        small = line.body if isinstance(line, cst.SimpleStatementLine) else (line,)
        if not all(isinstance(each, cst.Import | cst.ImportFrom) for each in small):
            return False
    names = [name for name in file.imports if attempt.body in file.ancestors(name.statement)]
    return bool(names) and all(_is_there(file, name) for name in names)


def _is_there(file: File, name: ImportedName) -> bool:
    if name.spelling is None or name.spelling.shimmed or absence(file.target, name.qualified) is not None:
        return False
    return file.target.has(name.qualified) or api.importable(name.qualified, file.target.release(name.qualified))


def _attempts(file: File, node: cst.CSTNode) -> Iterator[cst.Try]:
    """The `try` statements around a node, up to its function."""
    below = node
    for above in file.ancestors(node):
        if isinstance(above, cst.FunctionDef | cst.ClassDef):
            return
        if isinstance(above, cst.Try) and below is above.body:
            yield above
        below = above


def _replaces(file: File, attempt: cst.Try, node: cst.CSTNode) -> bool:
    """True if a handler of `attempt` does without the names that are missing in its body."""
    imported = [each for each in file.imports if node in (each.alias, each.statement)]
    for handler in attempt.handlers:
        names = set(caught(handler))
        if imported and all(names & _errors(file, each) for each in imported):
            needed = {each.local for each in imported if is_used(file, each)}
            return needed <= _bound(file, handler.body) and not _is_empty(handler.body)
        if not imported and "AttributeError" in names and len(attempt.body.body) <= _TRIED_AT_MOST:
            return not gives_up(handler.body) and not _is_empty(handler.body)
    return False


def is_used(file: File, imported: ImportedName) -> bool:
    """True if something in the file, or a module that takes all it exports, uses what an import brings."""
    if isinstance(imported.statement, cst.Import) and imported.alias.asname is None:
        return any(
            reference.qualified.startswith(imported.qualified + ".") or reference.qualified == imported.qualified
            for reference in file.all_references()
        )
    if imported.local in exported_names(file):
        return True
    return any(binding.uses for binding in file.scope(imported.statement)[imported.local])


def _errors(file: File, name: ImportedName) -> set[str]:
    """The errors that a handler can name for an import that fails."""
    module = name.qualified if isinstance(name.statement, cst.Import) else from_module(name.statement)
    found = {"ImportError", "Exception", "BaseException"}
    return found | {"ModuleNotFoundError"} if absence(file.target, module) is not None else found


def _bound(file: File, body: cst.BaseSuite) -> set[str]:
    """The names that the statements of a block bind, at any depth."""
    found = {each.local for each in file.imports if body in file.ancestors(each.statement)}
    for each in nodes(body, cst.AssignTarget, cst.FunctionDef, cst.ClassDef):
        if isinstance(each, cst.AssignTarget):
            found.add(name_of(each.target) or "")
        elif isinstance(each, cst.FunctionDef | cst.ClassDef):
            found.add(each.name.value)
    return found


def _is_empty(body: cst.BaseSuite) -> bool:
    small = [
        part for line in body.body for part in (line.body if isinstance(line, cst.SimpleStatementLine) else [line])
    ]
    return all(isinstance(each, cst.Pass) for each in small)
