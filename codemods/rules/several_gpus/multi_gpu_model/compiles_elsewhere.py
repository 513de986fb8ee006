"""Calls that compile the model in another module of the project: a scope around such a call holds there too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.handed_on import Journey, Use, journey
from codemods.analysis.objects.own_functions import Found, function_called
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.arguments import bind
from codemods.source.file import File, name_of
from codemods.source.scopes import LOCAL, Binding
from codemods.source.walk import nodes

_COMPILED = ("compile", "evaluate", "fit", "fit_generator", "test_on_batch", "train_on_batch")
_MAKING = (
    "keras.Input",
    "keras.applications.",
    "keras.backend.function",
    "keras.layers.",
    "keras.models.",
    "tensorflow.Session",
    "tensorflow.Variable",
    "tensorflow.distribute.",
    "tensorflow.get_variable",
)
"""What must not be made in the scope of another model, or has nothing to do there."""
_SAID = "another module compiles the model"


class CompilingCall(NamedTuple):
    """A call of the file that runs `compile` in another module, on the model that `receiver` holds here."""

    call: cst.Call
    receiver: str
    given: list[cst.BaseExpression]
    """What the optimizer and the metrics are made of here."""


def compiling_calls(subject: ParallelCall) -> Iterator[CompilingCall]:
    """The calls of the file in which another module compiles the model.

    Raises:
        Declined: such a call cannot be found, or does more than a scope may hold.

    """
    file = subject.site.file
    found = journey(file, subject.site.call)
    uses = [each for each in found.uses if each.attribute == "compile" and each.is_call and each.file is not file]
    homes = {id(function): (each, function) for each in uses if (function := _home(each))}
    entered = _entered({key: function for key, (_, function) in homes.items()}, found) if uses else {}
    calls = [call for call in file.calls if entered and _runs(file, call, entered) and _has_model(file, call, found)]
    if uses and not calls:
        raise Declined(uses[0].way, f"{_SAID}, and the file does not show where it is called")
    for call in calls:
        _check_done(file, call, found)
        given = [each for use, function in homes.values() for each in _given(file, call, use, function)]
        yield CompilingCall(call, _receiver(subject, call, found), given)


# --- the compile itself


def _home(use: Use) -> cst.FunctionDef:
    function = use.file.function(use.node)
    if not isinstance(function, cst.FunctionDef):
        raise Declined(use.way, f"{_SAID} outside of a function")
    return function


def _given(file: File, call: cst.Call, use: Use, home: cst.FunctionDef) -> Iterator[cst.BaseExpression]:
    """What a call gives for the parameters that are an optimizer or metrics in another module."""
    taken = [name for each in _objects(use) for name in _parameters(use, home, each)]
    run = function_called(file, call)
    if not taken:
        return
    names = [each.name.value for each in (*home.params.posonly_params, *home.params.params)]
    bound = bind(call, *names[run.skipped :]) if run is not None and run.function is home else None
    if bound is None:
        raise Declined(call, f"{_SAID} with {taken[0]}, which the call does not show")
    yield from (bound[name].value for name in taken if name in bound)


def _objects(use: Use) -> Iterator[cst.BaseExpression]:
    """The optimizer and the metrics of a `compile`."""
    call = use.file.parent(use.node)
    given = bind(call, "optimizer", "loss", "metrics") if isinstance(call, cst.Call) else None
    if given is None:
        raise Declined(use.way, f"{_SAID} with arguments that are unpacked")
    yield from (given[key].value for key in ("optimizer", "metrics") if key in given)


def _parameters(use: Use, home: cst.FunctionDef, value: cst.BaseExpression) -> Iterator[str]:
    """The parameters that a value is made of; raises `Declined` for what the function neither is given nor makes."""
    file = use.file
    for name in nodes(value, cst.Name):
        above = file.parent(name)
        if (isinstance(above, cst.Arg) and above.keyword is name) or (
            isinstance(above, cst.Attribute) and above.attr is name
        ):
            continue
        bindings = file.assignments(name)
        if all(each.kind != LOCAL or isinstance(each.node, cst.FunctionDef | cst.ClassDef) for each in bindings):
            continue
        if isinstance(above, cst.Attribute) or any(each.scope is file.global_scope for each in bindings):
            code = file.code(above if isinstance(above, cst.Attribute) else name)
            raise Declined(use.way, f"{_SAID} with {code}, which it may have made before")
        if any(_is_made_here(file, home, each) for each in bindings):
            continue
        for param in (each.node for each in bindings if isinstance(each.node, cst.Param)):
            if param.default is not None and any(True for _ in nodes(param.default, cst.Call)):
                raise Declined(use.way, f"{_SAID} with {param.name.value}, which it makes when it is imported")
            yield param.name.value


def _is_made_here(file: File, home: cst.FunctionDef, binding: Binding) -> bool:
    """True for `optimizer = make(optimizer)` that a function runs in any case."""
    value = file.assigned_value(binding)
    line = file.statement(binding.node) if binding.node is not None else None
    return isinstance(value, cst.Call) and line in home.body.body


# --- the calls


def _entered(homes: dict[int, cst.FunctionDef], found: Journey) -> dict[int, cst.FunctionDef]:
    """The functions of other modules that compile the model, by their `id`, and those that call one of them."""
    entered = dict(homes)
    files = list(dict.fromkeys(place.file for place in found.places))[1:]
    while True:
        runs = [(file, call) for file in files for call in file.calls if _runs(file, call, entered)]
        above = [each for file, call in runs if isinstance(each := file.function(call), cst.FunctionDef)]
        more = {id(each): each for each in above if id(each) not in entered}
        if not more:
            return entered
        entered |= more


def _runs(file: File, call: cst.Call, functions: dict[int, cst.FunctionDef]) -> bool:
    """True if a call runs one of the functions, as far as the files show."""
    run = function_called(file, call)
    return run is not None and id(run.function) in functions


def _has_model(file: File, call: cst.Call, found: Journey) -> bool:
    """True if a call is given the model, or its object was, as far as the file shows."""
    places = {id(place.node) for place in found.places}
    func = call.func
    owner = func.value if isinstance(func, cst.Attribute) else None
    made = file.only_value(owner) if isinstance(owner, cst.Name) else owner
    calls = [call, *([made] if isinstance(made, cst.Call) else [])]
    return any(id(arg.value) in places for each in calls for arg in each.args)


def _receiver(subject: ParallelCall, call: cst.Call, found: Journey) -> str:
    """The variable that holds the model where the call is made."""
    file = subject.site.file
    function = file.function(call)
    if function is subject.site.function:
        return subject.parallel
    flow = Flow(file, function)
    for place in found.places:
        name = name_of(place.node)
        if place.file is file and place.part is None and name is not None and file.function(place.node) is function:
            if all(file.before(write.node, call) for write in flow.writes_of(name)):
                return name
    raise Declined(call, f"{_SAID}, and no variable has it here")


# --- what such a call does


def _check_done(file: File, call: cst.Call, found: Journey) -> None:
    """Check that all that a call runs makes no other model and no variables, and trains no other model."""
    own = {id(use.node) for use in found.uses}
    for run in _run_by(file, call):
        name = run.function.name.value
        for reference in run.file.references_in(run.function.body):
            if reference.canonical.startswith(_MAKING):
                raise Declined(call, f"{_SAID}, and {name} uses {reference.canonical} beside it")
        for inner in nodes(run.function.body, cst.Call):
            func = inner.func
            trains = isinstance(func, cst.Attribute) and func.attr.value in _COMPILED and id(func) not in own
            if trains and run.file.qualified_name(func) is None:
                raise Declined(call, f"{_SAID}, and {name} calls {run.file.code(func)} too")


def _run_by(file: File, call: cst.Call) -> Iterator[Found]:
    """The functions of the project that a call runs, with those that they run."""
    pending = [(file, call)]
    seen: set[int] = set()
    while pending:
        run = function_called(*pending.pop())
        if run is not None and id(run.function) not in seen:
            seen.add(id(run.function))
            yield run
            pending += [(run.file, inner) for inner in nodes(run.function.body, cst.Call)]
