"""The models of a file that meet a strategy, and which of their parts are made outside its scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.data_flow import Flow, Function, Write, may_create_variables, reads
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.replicas.strategies import REPLICATED
from codemods.source.arguments import bind
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from compat.tables.names.mixed_precision import EXPERIMENTAL_OPTIMIZER, LOSS_SCALE_OPTIMIZER

TRAINING = ("fit", "fit_generator", "train_on_batch")
_WRAPPERS = (LOSS_SCALE_OPTIMIZER, EXPERIMENTAL_OPTIMIZER, "keras.optimizers.LossScaleOptimizer")
"""Their own variables follow those of the optimizer that they are given, wherever they are made."""


@dataclass(frozen=True)
class Strategy:
    """The only assignment of a strategy in a function or module."""

    name: str
    call: cst.Call
    assignment: cst.Assign


class Trained(NamedTuple):
    """A model and the strategy in whose scope something of it stands.

    `outside` are the writes that make the model, `makings` those of its optimizer, where they stand in no scope.
    """

    model: str
    strategy: Strategy
    flow: Flow
    outside: Sequence[Write]
    compiles: Sequence[cst.Call]
    makings: Sequence[Write]
    trainings: Sequence[cst.Call]

    @property
    def at(self) -> cst.Call:
        """The call that is to blame: the training in the scope, or the `compile` that disagrees with the model."""
        inside = [each for each in self.trainings if scope_name(self.flow.file, each) == self.strategy.name]
        first = inside if self.outside else []
        return next(iter([*first, *self.compiles, *inside]), self.strategy.call)


def scope_name(file: File, node: cst.CSTNode) -> str | None:
    """The name of the strategy in whose scope `node` stands; "" for an expression; None outside of scopes."""
    scope = strategy_scope(file, node)
    return (owner_of(scope) or "") if scope is not None else None


def trained_models(file: File) -> Iterator[Trained]:
    """Every model that is trained or compiled in a strategy scope, or built in one, but not as a whole."""
    strategies = list(_strategies(file))
    if not strategies:
        return
    functions: list[Function] = [file.module, *file.every(cst.FunctionDef)]
    for function in functions:
        flow = Flow(file, function)
        found = _visible(file, strategies, function)
        calls = [call for call in file.calls if file.function(call) is function]
        names = dict.fromkeys(
            owner
            for call in calls
            if method_of(call) in (*TRAINING, "compile") and (owner := owner_of(call)) and "." not in owner
        )
        for model in names:
            for own, writes in _lives(flow, model, [call for call in calls if owner_of(call) == model]):
                trained = _trained(flow, model, own, writes, found)
                if trained is not None:
                    yield trained


def _lives(flow: Flow, model: str, calls: Sequence[cst.Call]) -> list[tuple[list[cst.Call], list[Write]]]:
    """The calls on each of the models that a name holds one after the other, with the writes that make it."""
    found: dict[tuple[cst.CSTNode, ...], tuple[list[cst.Call], list[Write]]] = {}
    for call in calls:
        writes = _writes_seen(flow, model, call)
        found.setdefault(tuple(write.node for write in writes), ([], writes))[0].append(call)
    return list(found.values())


def _writes_seen(flow: Flow, model: str, call: cst.Call) -> list[Write]:
    """The writes from the one that starts afresh to the one that `call` sees; all, if several may be meant."""
    every = flow.writes_of(model)
    name = call.func.value if isinstance(call.func, cst.Attribute) else None
    seen: list[Write] = []
    while isinstance(name, cst.Name):
        bound = reaching(flow.file, name)
        around = [
            write for write in every if len(bound) == 1 and write.node in flow.file.ancestors(bound[0].node or name)
        ]
        if len(around) != 1 or around[0] in seen:
            return every
        seen.insert(0, around[0])
        own = [each for each in nodes(around[0].value or name, cst.Name) if each.value == model]
        name = own[0] if own and around[0].value is not None else None
    return seen or every


def _strategies(file: File) -> Iterator[Strategy]:
    for reference in file.references(*REPLICATED):
        call = file.call_of(reference)
        assign = file.parent(call) if call is not None else None
        if call is None or not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
            continue
        target = assign.targets[0].target
        if isinstance(target, cst.Name) and file.only_value(target) is call:
            yield Strategy(target.value, call, assign)


def _visible(file: File, strategies: Sequence[Strategy], function: Function) -> dict[str, Strategy]:
    """The strategies by their names, as a function sees them: its own hide those around it."""
    around = [each for each in file.ancestors(function) if isinstance(each, Function)]
    homes = [*reversed(around), function]
    return {each.name: each for home in homes for each in strategies if file.function(each.assignment) is home}


def _trained(
    flow: Flow, model: str, own: Sequence[cst.Call], writes: Sequence[Write], strategies: dict[str, Strategy]
) -> Trained | None:
    file = flow.file
    compiles = [call for call in own if method_of(call) == "compile"]
    trainings = [call for call in own if method_of(call) in TRAINING]
    if not writes or any(write.value is None for write in writes) or not _is_model(file, compiles + trainings):
        return None
    scopes = [scope_name(file, write.node) for write in writes]
    met = dict.fromkeys(each for each in (*scopes, *(scope_name(file, call) for call in compiles + trainings)) if each)
    if len(met) != 1 or next(iter(met)) not in strategies:
        return None
    strategy = strategies[next(iter(met))]
    outside = [write for write, scope in zip(writes, scopes, strict=True) if scope is None]
    if any(_opens_scope(file, write) for write in outside):
        return None
    makings = [write for call in compiles for write in _makings(flow, call)]
    loose = [call for call in compiles if scope_name(file, call) is None]
    if not outside and not loose and not makings:
        return None
    if not outside and not any(needs_scope(flow, call) for call in loose) and not makings:
        return None
    return Trained(model, strategy, flow, outside, compiles, makings, trainings)


def _is_model(file: File, calls: Sequence[cst.Call]) -> bool:
    values = [call.func.value for call in calls if isinstance(call.func, cst.Attribute)]
    return bool(values) and all(evidence(file, value, Kind.MODEL) is not Evidence.FOREIGN for value in values)


def _opens_scope(file: File, write: Write) -> bool:
    """True if a function of the file that makes the model opens a scope of its own, or is not in the file."""
    value = write.value
    while isinstance(value, cst.Call) and name_of(value.func) is None and isinstance(value.func, cst.Attribute):
        value = value.func.value
    if not isinstance(value, cst.Call) or file.symbol(value.func) is not None:
        return False
    name = name_of(value.func) or ""
    functions = [each for each in file.every(cst.FunctionDef) if each.name.value == name]
    opened = [call for call in file.calls if method_of(call) == "scope" and file.function(call) in functions]
    return len(functions) != 1 or bool(opened)


def needs_scope(flow: Flow, call: cst.Call) -> bool:
    """True unless the optimizer was made in the scope, or makes no variables for the weights, as plain SGD."""
    given = bind(call, "optimizer", "loss", "metrics") or {}
    value = _inner(flow.file, given["optimizer"].value) if "optimizer" in given else None
    name = name_of(value) if value is not None else None
    writes = flow.writes_of(name) if name is not None else []
    if writes and all(scope_name(flow.file, write.node) is not None for write in writes):
        return False
    made = [write.value for write in writes] if writes else _alternatives(flow.file, value)
    return not all(isinstance(each, cst.Call) and _is_plain(flow.file, each) for each in made)


def _alternatives(file: File, value: cst.BaseExpression | None) -> list[cst.BaseExpression | None]:
    """What makes the optimizer: of `given or SGD()` all that the file shows."""
    if not isinstance(value, cst.BooleanOperation | cst.IfExp):
        return [value]
    made = leaves(file, value)
    return [value] if made is None else [each for each in made if name_of(each) != "None"]


def _inner(file: File, value: cst.BaseExpression) -> cst.BaseExpression:
    """The optimizer that a loss scale is wrapped around, or the optimizer itself."""
    if not isinstance(value, cst.Call) or file.symbol(value.func) not in _WRAPPERS:
        return value
    given = next(iter(value.args), None)
    is_first = given is not None and not given.star and (given.keyword is None or "optimizer" in given.keyword.value)
    return given.value if given is not None and is_first else value


def _is_plain(file: File, call: cst.Call) -> bool:
    rate_only = all(arg.keyword is not None and arg.keyword.value != "momentum" for arg in call.args[1:])
    return file.symbol(call.func) == "keras.optimizers.SGD" and rate_only


def _makings(flow: Flow, call: cst.Call) -> list[Write]:
    """The writes that make the optimizer of a `compile` outside of any scope."""
    given = bind(call, "optimizer", "loss", "metrics") or {}
    names = reads(given["optimizer"].value) if "optimizer" in given else []
    return [
        write
        for name in dict.fromkeys(names)
        for write in flow.writes_of(name)
        if write.value is not None
        and flow.before(write.node, call)
        and scope_name(flow.file, write.node) is None
        and may_create_variables(flow.file, flow, write.value)
        and evidence(flow.file, write.value, Kind.OPTIMIZER).is_enough
        and not (isinstance(write.value, cst.Call) and _is_plain(flow.file, write.value))
    ]
