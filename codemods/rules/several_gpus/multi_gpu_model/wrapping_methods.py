"""Move the lines of a method that wrap the model to the method that built it and calls the other one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import Flow, reads
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.provenance import calls_of
from codemods.rewriting.replace import replace
from codemods.rules.several_gpus.multi_gpu_model.subject import PARAMETERS
from codemods.rules.several_gpus.multi_gpu_model.wrapping_functions import arguments
from codemods.source.arguments import bind
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Replacement


def moved_to_caller(file: File, call: cst.Call) -> Edit | None:
    """The edit for `self.parallel = multi_gpu_model(self.model, gpus)` in a method that is called once."""
    method = file.function(call)
    bound = bind(call, *PARAMETERS)
    template = name_of(bound["model"].value) if bound and "model" in bound else None
    if not isinstance(method, cst.FunctionDef) or template is None or not template.startswith("self."):
        return None
    caller = _only_call(file, method)
    line = file.statement(caller) if caller is not None else None
    if (
        caller is None
        or line is None
        or Flow(file, method).writes_of(template)
        or not _is_known(file, caller, template)
    ):
        return None
    given = arguments(file, method, caller, skip=1)
    parts = _parts(file, method, call) if given is not None else None
    if given is None or parts is None:
        return None
    moved, left = parts
    if not _may_move(file, method, moved, given, file.function(caller)):
        return None
    table = [(name, given[name.value]) for name in nodes(moved, cst.Name) if _is_parameter(file, name, given)]
    new = replace(moved, table) if table else moved
    assert isinstance(new, cst.BaseStatement)
    assert isinstance(line, cst.SimpleStatementLine)
    head = new.with_changes(leading_lines=[*line.leading_lines, *getattr(new, "leading_lines", ())])
    replacements = ((line, cst.FlattenSentinel([head, line.with_changes(leading_lines=())])), left)
    return Edit(call, f"{method.name.value} no longer wraps the model: the method that calls it does", replacements)


def _only_call(file: File, method: cst.FunctionDef) -> cst.Call | None:
    """The one line `self.method(...)` of another method of the class, if nothing else names the method."""
    named = [each for each in file.attributes if each.attr.value == method.name.value]
    calls = calls_of(file, method)
    if len(named) != 1 or len(calls) != 1 or calls[0].func is not named[0] or method.decorators:
        return None
    call, home = calls[0], file.function(calls[0])
    line = file.statement(call)
    alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.block(line) is not None
    expression = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
    if home is method or not alone or not isinstance(expression, cst.Expr) or expression.value is not call:
        return None
    return call if file.enclosing_class(call) is file.enclosing_class(method) else None


def _is_known(file: File, caller: cst.Call, template: str) -> bool:
    """True if the calling method binds the template, or calls a method that may do so."""
    home = file.function(caller)
    called = [name_of(each.func) or "" for each in nodes(home, cst.Call) if file.before(each, caller)]
    return bool(Flow(file, home).writes_of(template)) or any(each.startswith("self.") for each in called)


def _parts(
    file: File, method: cst.FunctionDef, call: cst.Call
) -> tuple[cst.BaseStatement, tuple[cst.CSTNode, Replacement]] | None:
    """The statement that moves, and what is left of the statement of the method that has it."""
    lines = [each for each in body_of(method.body) if not _is_text(each)]  # type: ignore[arg-type]
    own = file.statement(call)
    chain = {own, *file.ancestors(own)}
    top = next((each for each in lines if each in chain), None)
    if top is None or not all(map(_is_harmless, lines[: lines.index(top)])):
        return None
    if top is own:
        return (top, (top, cst.RemoveFromParent())) if len(lines) > 1 else None
    if not isinstance(top, cst.If) or not isinstance(own, cst.SimpleStatementLine):
        return None
    if len(lines) > 1 and not _does_more(top):
        return top, (top, cst.RemoveFromParent())
    branch_lines = body_of(top.body) if isinstance(top.body, cst.IndentedBlock) else ()
    if len(branch_lines) <= 1 or branch_lines[0] is not own or _calls(file, top.test):
        return None
    branch = cst.IndentedBlock([own])
    return top.with_changes(leading_lines=(), body=branch, orelse=None), (own, cst.RemoveFromParent())


def _calls(file: File, test: cst.BaseExpression) -> bool:
    return any(not file.is_builtin(each.func, "len", "int") for each in nodes(test, cst.Call))


def _does_more(statement: cst.If) -> bool:
    """True if a branch holds anything but one line that binds a name."""
    branches = [statement.body, *([statement.orelse.body] if isinstance(statement.orelse, cst.Else) else [])]
    if isinstance(statement.orelse, cst.If):
        return True
    lines = [each for branch in branches for each in body_of(branch)]  # type: ignore[arg-type]
    smalls = [each.body[0] if isinstance(each, cst.SimpleStatementLine) else None for each in lines]
    return len(lines) > len(branches) or not all(isinstance(each, cst.Assign) for each in smalls)


def _is_text(statement: cst.BaseStatement) -> bool:
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    return isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString | cst.ConcatenatedString)


def _is_harmless(statement: cst.BaseStatement) -> bool:
    """True for lines that bind local names and call nothing but print, before which others may run."""
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1 else None
    calls = [name_of(each.func) for each in nodes(statement, cst.Call)]
    if isinstance(small, cst.Expr):
        return calls == ["print"]
    return isinstance(small, cst.Assign) and not calls and all("." not in each for each in _bound(small))


def _bound(assign: cst.Assign) -> Iterator[str]:
    yield from (name_of(each.target) or "." for each in assign.targets)


def _may_move(
    file: File,
    method: cst.FunctionDef,
    moved: cst.BaseStatement,
    given: dict[str, cst.BaseExpression],
    home: cst.FunctionDef | cst.Module,
) -> bool:
    """True if the lines mean the same in the other method: they use `self`, the parameters and globals only."""
    if any(True for _ in nodes(moved, cst.Return, cst.Yield, cst.Await, cst.Global, cst.NamedExpr)):
        return False
    written = [write.target for write in Flow(file, method).writes]
    for name in nodes(moved, cst.Name):
        above = file.parent(name)
        if (isinstance(above, cst.Attribute) and above.attr is name) or (
            isinstance(above, cst.Arg) and above.keyword is name
        ):
            continue
        is_param = name.value in given and name.value not in written
        if not is_self(file, name) and not is_param and file.assignments(name) != file.scope(home.body)[name.value]:  # type: ignore[arg-type]
            return False
        if name.value in written:
            return False
    return "self" in reads(home) or any(each.startswith("self.") for each in reads(home))


def _is_parameter(file: File, name: cst.Name, given: dict[str, cst.BaseExpression]) -> bool:
    above = file.parent(name)
    is_part = isinstance(above, cst.Attribute) and above.attr is name
    return name.value in given and not is_part and not (isinstance(above, cst.Arg) and above.keyword is name)
