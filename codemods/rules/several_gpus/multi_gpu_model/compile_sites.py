"""The places where the model is compiled: in the function of the call, and where that passes the model on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile, is_known, owner_of
from codemods.analysis.flow.data_flow import Flow, Write, enclosing, may_create_variables, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.flow.sure_calls import run_apart
from codemods.analysis.replicas.model_builds import Build
from codemods.rules.several_gpus.multi_gpu_model.compiles_elsewhere import CompilingCall, compiling_calls
from codemods.rules.several_gpus.multi_gpu_model.destinations import only_predicts
from codemods.rules.several_gpus.multi_gpu_model.late_models import after_model
from codemods.rules.several_gpus.multi_gpu_model.other_names import alternatives
from codemods.rules.several_gpus.multi_gpu_model.site import CompileSite
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.rules.several_gpus.multi_gpu_model.uses import attributes
from codemods.source.arguments import bind
from codemods.source.file import Block, File, body_of, name_of
from codemods.source.walk import nodes


def compile_sites(subject: ParallelCall) -> list[CompileSite]:
    """Every `compile` of the model that is not in a scope yet."""
    site = subject.site
    own = [
        call
        for call in _compiles(site.file, site.function)
        if owner_of(call) in subject.names and site.file.function(call) is site.function
        if not _is_of_another_model(subject, call)
    ]
    others = list(dict.fromkeys([*_compiles_of_arguments(subject), *_compiles_by_name(subject)]))
    outside = list(compiling_calls(subject))
    if (
        not any(map(site.precedes, own))
        and not others
        and not outside
        and _escapes(subject)
        and not only_predicts(subject)
    ):
        raise Declined(site.call, f"{subject.parallel} is not compiled in this file")
    found = [each for call in own for each in _sites(site.flow, call)]
    found += [each for call in others for each in _sites(Flow(site.file, site.file.function(call)), call)]
    found += [each for call in outside for each in _sites(Flow(site.file, site.file.function(call.call)), call)]
    return found


def _is_of_another_model(subject: ParallelCall, call: cst.Call) -> bool:
    """True if a branch that the call is not in gives the name to another model, and compiles that."""
    site, receiver = subject.site, owner_of(call) or ""
    seen = _seen_by(site.flow, call, receiver)
    return (
        site.excludes(call)
        and bool(seen)
        and all(
            site.excludes(each.node) and each.value is not None and name_of(each.value) not in subject.names
            for each in seen
        )
    )


def joined(file: File, build: Build, last: int, sites: list[CompileSite]) -> tuple[int, list[CompileSite]]:
    """The index where the model's scope begins, and the parts of the sites that it does not cover.

    An optimizer that is made before the model belongs in the model's scope.
    """
    first, rest = build.first, []
    for site in sites:
        if site.block is not build.block or site.first > last:
            if site.early is not None and build.block not in (site.block, *file.ancestors(site.block)):
                raise _outside(site.early)
            shares = build.block in (site.block, *file.ancestors(site.block))
            rest.append(site if shares else after_model(file, site))
            continue
        first = min(first, site.first)
        if site.last > last:
            rest.append(site._replace(first=last + 1))
    return first, rest


def _compiles(file: File, root: cst.CSTNode) -> list[cst.Call]:
    return [call for call in nodes(root, cst.Call) if is_compile(file, call)]


# --- one compile


def _sites(flow: Flow, found: cst.Call | CompilingCall) -> list[CompileSite]:
    """The site of one `compile`, and those of arguments that blocks around it make; none in a strategy scope."""
    file = flow.file
    call = found.call if isinstance(found, CompilingCall) else found
    receiver = found.receiver if isinstance(found, CompilingCall) else owner_of(found)
    assert receiver is not None
    statement = file.statement(call)
    block = file.block(statement)
    if block is None or not isinstance(statement, cst.SimpleStatementLine):
        raise Declined(call, "compile is part of a larger statement")
    if strategy_scope(file, call) is not None:
        return []
    last = body_of(block).index(statement)
    own = receiver.split(".", maxsplit=1)[0]
    taken = found.given if isinstance(found, CompilingCall) else [call]
    names = [
        name for name in dict.fromkeys(name for each in taken for name in reads(each)) if name.split(".")[0] != own
    ]
    whole = found.given if isinstance(found, CompilingCall) else _whole(call)
    for name in names:
        _check_argument(flow, call, name, whole)
    makings = [making for name in names for making in _makings(flow, call, name, receiver)]
    own_makings = tuple(index for home, index, _ in makings if home is block)
    outer = [CompileSite(home, at, at, receiver, early) for home, at, early in makings if home is not block]
    return [CompileSite(block, min([last, *own_makings]), last, receiver, makings=own_makings), *outer]


def _makings(flow: Flow, call: cst.Call, name: str, receiver: str) -> Iterator[tuple[Block, int, Write | None]]:
    """Where arguments of `compile` are made which belong under the scope, and what makes them before the model."""
    blocks = _blocks(flow.file, call)
    for write in _seen_by(flow, call, name):
        if write.value is None or not may_create_variables(flow.file, flow, write.value):
            continue
        block, index = _place(flow.file, write.node, blocks)
        if block is blocks[0]:
            yield block, index, None
        elif _is_keras_object(flow.file, write.value):
            yield block, index, None if _is_made_after(flow, write, call, receiver) else write


def _seen_by(flow: Flow, call: cst.Call, name: str) -> list[Write]:
    """The writes before a call that it may see: none of another branch, and none before one in its own block."""
    writes = [each for each in flow.writes_of(name) if flow.before(each.node, call)]
    own = {statement for block in _blocks(flow.file, call)[:1] for statement in body_of(block)}
    found: list[Write] = []
    for write in writes:
        if flow.file.parent(write.node) in own and name not in reads(write.value or write.node):
            found = []
        if not run_apart(flow.file, write.node, call):
            found.append(write)
    return found


def _blocks(file: File, node: cst.CSTNode) -> list[Block]:
    """The blocks around a node, from the inside out."""
    return [each for each in file.ancestors(node) if isinstance(each, cst.IndentedBlock | cst.Module)]


def _place(file: File, node: cst.CSTNode, blocks: Sequence[Block]) -> tuple[Block, int]:
    """The innermost of `blocks` that contains `node`, and the index of the statement there."""
    found = ((block, enclosing(file, node, body_of(block))) for block in blocks)
    return next((block, index) for block, index in found if index is not None)


def _is_made_after(flow: Flow, making: Write, call: cst.Call, receiver: str) -> bool:
    """True if the model is bound where a block around its `compile` makes an argument."""
    models = [write for write in flow.writes_of(receiver) if flow.before(write.node, call)]
    return bool(models) and all(flow.before(write.node, making.node) for write in models)


def _outside(making: Write) -> Declined:
    return Declined(making.node, f"{making.target} is created outside the block that compiles the model")


def _whole(call: cst.Call) -> list[cst.BaseExpression]:
    """The optimizer and the metrics of a `compile`."""
    given = bind(call, "optimizer", "loss", "metrics") or {}
    return [given[key].value for key in ("optimizer", "metrics") if key in given]


def _check_argument(flow: Flow, call: cst.Call, name: str, whole: Sequence[cst.BaseExpression]) -> None:
    """Check that no optimizer or metric comes from outside the function, and so from outside the scope."""
    file = flow.file
    inside = not isinstance(flow.function, cst.FunctionDef) or flow.writes_of(name)
    if inside or is_known(file, call, name.split(".", maxsplit=1)[0]):
        return
    outside = Flow(file, file.module).writes_of(name)
    for write in outside:
        if write.value is not None and _is_keras_object(file, write.value):
            raise Declined(write.node, f"{name} is created outside the function that compiles the model")
    if not outside and any(isinstance(value, cst.Name) and value.value == name for value in whole):
        bound = [each.node for each in file.scope(call)[name] if each.node is not None]
        raise Declined(bound[0] if bound else call, f"{name} is passed to the function that compiles the model")


def _is_keras_object(file: File, value: cst.BaseExpression) -> bool:
    return any((file.symbol(call.func) or "").startswith("keras.") for call in nodes(value, cst.Call))


# --- compiles in other functions


def _compiles_of_arguments(subject: ParallelCall) -> Iterator[cst.Call]:
    """The `compile` calls in those functions of the file that are called with the model."""
    file = subject.site.file
    handed = {
        call.func.value
        for call in nodes(subject.site.function, cst.Call)
        if isinstance(call.func, cst.Name)
        and any(subject.names & set(alternatives(arg.value) or ()) for arg in call.args)
    }
    for function in file.every(cst.FunctionDef):
        if function.name.value in handed and function is not subject.site.function:
            parameters = {each.name.value for each in function.params.params}
            yield from (call for call in _compiles(file, function) if owner_of(call) in parameters)


def _compiles_by_name(subject: ParallelCall) -> list[cst.Call]:
    """The `compile` calls elsewhere on the same attribute or global, or on what the function returns."""
    file, function, parallel = subject.site.file, subject.site.function, subject.parallel
    calls = [call for call in _compiles(file, file.module) if file.function(call) is not function]
    named = [call for call in calls if owner_of(call) in {parallel, *subject.others}]
    if "." in parallel:
        owner = file.enclosing_class(subject.site.call)
        return [call for call in calls if owner_of(call) in subject.names and file.enclosing_class(call) is owner]
    if not isinstance(function, cst.FunctionDef):
        return [call for call in named if not _is_local(file, call)]
    shared = {each.name.value for node in nodes(function, cst.Global) for each in node.names}
    returned = function.name.value
    return [call for call in calls if _comes_from(file, call, returned) or (call in named and parallel in shared)]


def _is_local(file: File, call: cst.Call) -> bool:
    function = file.function(call)
    receiver = owner_of(call) or ""
    params = [each.name.value for each in function.params.params] if isinstance(function, cst.FunctionDef) else []
    return bool(Flow(file, function).writes_of(receiver)) or receiver in params


def _comes_from(file: File, call: cst.Call, function: str) -> bool:
    receiver = owner_of(call)
    writes = Flow(file, file.function(call)).writes_of(receiver) if receiver is not None else []
    return any(
        isinstance(write.value, cst.Call) and (name_of(write.value.func) or "").split(".")[-1] == function
        for write in writes
    )


def _only_looks(file: File, call: cst.Call) -> bool:
    """True for calls that show a model, and neither keep nor train it."""
    return file.is_builtin(call.func, "print", "len", "type") or file.symbol(call.func) == "keras.utils.plot_model"


def _escapes(subject: ParallelCall) -> bool:
    """True if the parallel model may be used for more than prediction."""
    site, parallel = subject.site, subject.parallel
    if "." in parallel or isinstance(site.small, cst.Return):
        return True
    held = frozenset({parallel, *subject.others})
    asked = [each.attr.value for each in attributes(subject, held) if site.precedes(each)]
    calls = [
        call for call in nodes(site.function, cst.Call) if site.precedes(call) and not _only_looks(site.file, call)
    ]
    handed = [name_of(arg.value) for call in calls for arg in call.args]
    values = [each.value for each in nodes(site.function, cst.Return) if each.value is not None]
    returned = [name for value in values for name in reads(value)]
    return bool({"fit", "fit_generator"} & set(asked)) or parallel in handed or parallel in returned
