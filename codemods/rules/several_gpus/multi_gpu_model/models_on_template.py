"""Other models that are built on the layers of the template after the call: they may predict, in scopes of their own.

What trains such a model would update variables of the replicas outside of their strategy.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import Flow, mentions, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.models.model_copies import is_only_copied
from codemods.analysis.objects.provenance import calls_anywhere
from codemods.rules.several_gpus.multi_gpu_model.destinations import predicts_alone
from codemods.rules.several_gpus.multi_gpu_model.site import CompileSite
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.file import body_of, name_of
from codemods.source.walk import nodes
from compat.tables.names.makers import MODEL_BUILDERS

_PARTS = frozenset({"get_layer", "input", "inputs", "layers", "output", "outputs"})
"""What gives layers and tensors of a model."""


def models_on_template(subject: ParallelCall) -> list[CompileSite]:
    """The lines that build such models, which only predict.

    Raises:
        Declined: one of them does more.

    """
    return [site for function in _functions(subject) for site in _built_in(subject, function)]


def _functions(subject: ParallelCall) -> Iterator[cst.FunctionDef | cst.Module]:
    """The function of the call, and those that share its variables and may run after it."""
    site = subject.site
    yield site.function
    is_shared = "." in (subject.template or subject.parallel) or not isinstance(site.function, cst.FunctionDef)
    for function in site.file.every(cst.FunctionDef) if is_shared else ():
        if function is not site.function and not _runs_before(subject, function, frozenset()):
            yield function


def _runs_before(subject: ParallelCall, function: cst.FunctionDef, seen: frozenset[cst.FunctionDef]) -> bool:
    """True if a function makes the template, or is only called before `multi_gpu_model` is."""
    site = subject.site
    made = Flow(site.file, function).writes_of(subject.template or subject.parallel)
    if function in seen or made or (function.name.value == "__init__" and site.function is not function):
        return True
    calls = calls_anywhere(site.file, function)
    return bool(calls) and all(_is_before(subject, each, seen | {function}) for each in calls)


def _is_before(subject: ParallelCall, call: cst.Call, seen: frozenset[cst.FunctionDef]) -> bool:
    function = subject.site.file.function(call)
    if function is subject.site.function:
        return subject.site.follows(call)
    return isinstance(function, cst.FunctionDef) and _runs_before(subject, function, seen)


def _built_in(subject: ParallelCall, function: cst.FunctionDef | cst.Module) -> Iterator[CompileSite]:
    file, names = subject.site.file, _names_in(subject, function)
    if not names:
        return
    flow = Flow(file, function)
    derived = _derived(flow, names)
    for call in nodes(function, cst.Call):
        if file.function(call) is not function or not _is_after(subject, call):
            continue
        if method_of(call) == "add" and any(name_of(arg.value) in names for arg in call.args):
            raise Declined(call, "another model is built on it afterwards")
        if file.symbol(call.func) not in MODEL_BUILDERS or is_only_copied(file, call):
            continue
        taken = [name for arg in call.args for name in reads(arg.value)]
        receiver = next((name for name in names if any(mentions(arg.value, name) for arg in call.args)), None)
        if receiver is None and not derived & {part for name in taken for part in (name, name.split(".")[0])}:
            continue
        if not predicts_alone(file, call):
            raise Declined(call, "another model is built on it afterwards")
        yield from _scope_of(subject, call, receiver or next(iter(names)))


def _names_in(subject: ParallelCall, function: cst.FunctionDef | cst.Module) -> list[str]:
    """The names that the models have in a function."""
    file, site = subject.site.file, subject.site
    names = sorted(name for name in subject.names if mentions(function, name))
    if function is site.function:
        return names
    if any("." in name for name in names):
        return [name for name in names if file.enclosing_class(function) is file.enclosing_class(site.call)]
    return [name for name in names if all(each.scope is file.global_scope for each in file.scope(function)[name])]


def _derived(flow: Flow, names: list[str]) -> set[str]:
    """The variables that hold layers or tensors of a model: `x = model(inputs)`, `x = model.get_layer("a").output`."""
    found: set[str] = set()
    while True:
        more = {write.target for write in flow.writes if write.value is not None and _takes(write.value, names, found)}
        if more <= found:
            return found
        found |= more


def _takes(value: cst.BaseExpression, names: list[str], derived: set[str]) -> bool:
    parts = (each for each in nodes(value, cst.Attribute) if each.attr.value in _PARTS)
    if any(name_of(each.value) in names for each in parts):
        return True
    for call in nodes(value, cst.Call):
        if name_of(call.func) in names or owner_of(call) in derived or name_of(call.func) in derived:
            return True
        if any(name in derived for arg in call.args for name in reads(arg.value)):
            return True
    return name_of(value) in derived


def _is_after(subject: ParallelCall, call: cst.Call) -> bool:
    """True if a call may be made after that of `multi_gpu_model`."""
    site = subject.site
    if site.file.function(call) is not site.function:
        return True
    return call is not site.call and site.precedes(call) and not site.excludes(call)


def _scope_of(subject: ParallelCall, call: cst.Call, receiver: str) -> Iterator[CompileSite]:
    """The line that builds a model, unless it is in a scope already."""
    file = subject.site.file
    line = file.statement(call)
    block = file.block(line)
    if block is None or not isinstance(line, cst.SimpleStatementLine):
        raise Declined(call, "another model is built on it, as a part of a larger statement")
    if strategy_scope(file, call) is None:
        at = body_of(block).index(line)
        yield CompileSite(block, at, at, receiver)
