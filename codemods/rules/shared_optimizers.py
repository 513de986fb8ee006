"""Report one optimizer object that trains several models: a Keras 3 optimizer knows the variables of one.

## What it does

Follows an optimizer from where it is made to every `compile` that is given it, in the functions of the file. A second
model that trains with it is reported, and so is a model that is compiled again with other trainable layers, or, in
files for standalone Keras, after it has trained. In loops of one's own it reports the step of a second model, and
`layer.trainable = True` after a step without that layer.

## Why

An optimizer of Keras 3 makes its slots for one list of variables: `ValueError: Unknown variable`. Keras 2 made slots
at each `compile`, and counted the steps of all models together: of one model, momentum and means started anew, which
in Keras 3 go on from where they were.
https://keras.io/api/optimizers/

## Numbers

Same on the shims: the losses are those of Keras 2.3.1 on TensorFlow 1.15.5 to 2e-6, for seven optimizers
(`tests/compat/shims/keras/test_shared_optimizers.py`). Natively Keras 3 fails.

## What it leaves to you

To make one optimizer for each model, or to build it with all variables before its first step. Their steps then count
apart, which moves the losses with `decay` and with Adam. Or `--to compat`, which changes no number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import libcst as cst

from codemods.analysis.applied_variables import other_variables, thawed
from codemods.analysis.call_sites import is_compile, method_of
from codemods.analysis.compile_order import TRAINING, calls_on
from codemods.analysis.data_flow import Flow, reads
from codemods.analysis.evidence import Evidence, Kind, evidence, has_models_of_shims
from codemods.analysis.object_types import OPTIMIZER, Receiver, origin_of_part
from codemods.analysis.provenance import calls_of, place, steps_back
from codemods.analysis.sure_calls import in_other_branch
from codemods.analysis.unpacking import part_of
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, rule

_SYMBOL = "keras.optimizers.Optimizer"
_MODEL = "keras.models.Model"
_SGD = "keras.optimizers.SGD"
_DEPTH = 4


class _Made(NamedTuple):
    """An expression that makes an optimizer, or makes it as a part of a tuple."""

    value: cst.BaseExpression
    part: int | None


class _Use(NamedTuple):
    """A `compile` that is given an optimizer; `at` is where that happens in the function that makes it."""

    compile: cst.Call
    at: cst.CSTNode

    @property
    def model(self) -> cst.BaseExpression:
        assert isinstance(self.compile.func, cst.Attribute)
        return self.compile.func.value


@rule(
    "TFM207",
    example="""
    from keras.models import load_model
    from keras.optimizers import Adam

    optimizer = Adam(1e-4)
    left, right = load_model("left.h5"), load_model("right.h5")
    left.compile(optimizer, "mse")
    right.compile(optimizer, "mse")
    left.fit(x, y)
    right.fit(x, y)
    """,
)
def shared_optimizers(file: File) -> Iterator[Manual]:
    """Report each second `compile` once."""
    reported: set[cst.Call] = set()
    for optimizer, uses in _uses(file).items():
        for second in _seconds(file, optimizer, uses):
            if second.compile not in reported:
                reported.add(second.compile)
                yield Manual(
                    second.compile,
                    _SYMBOL,
                    "one optimizer trains several models; in Keras 3 the second one fails (Unknown variable)",
                    "make one optimizer for each model, or use --to compat",
                    culprit=optimizer.value,
                )
        for second in _again(file, optimizer, uses) if _is_standalone(file) else ():
            if second.compile not in reported:
                reported.add(second.compile)
                yield Manual(
                    second.compile,
                    _SYMBOL,
                    "standalone Keras started momentum and means anew with each compile; in Keras 3 they go on",
                    "make another optimizer for this compile to start anew, or use --to compat",
                    culprit=optimizer.value,
                    severity=Severity.NUMBERS,
                )
    for second_step, first_step in other_variables(file):
        yield Manual(
            second_step,
            _SYMBOL,
            "one optimizer steps the variables of several models; in Keras 3 the second one fails (Unknown variable)",
            "make one optimizer for each model, or build it with all variables: optimizer.build(a + b)",
            culprit=first_step,
        )
    for thaw, step in thawed(file):
        yield Manual(
            thaw,
            _SYMBOL,
            "an optimizer of Keras 3 that has taken steps without this layer fails at its variables (Unknown variable)",
            "build the optimizer with all variables before it takes a step: optimizer.build(model.weights)",
            culprit=step,
        )


def _uses(file: File) -> dict[_Made, list[_Use]]:
    """The optimizers of the file, and where models are compiled with them."""
    found: dict[_Made, list[_Use]] = {}
    for call in file.calls:
        if not is_compile(file, call) or not isinstance(call.func, cst.Attribute):
            continue
        given = bind(call, "optimizer", "loss", "metrics") or {}
        if "optimizer" not in given or evidence(file, call.func.value, Kind.MODEL) is Evidence.FOREIGN:
            continue
        if _trains(file, call.func.value):
            for optimizer, since in _made(file, given["optimizer"].value, call, _DEPTH):
                places = _places(file, since, optimizer.value, _DEPTH)
                found.setdefault(optimizer, []).extend(
                    _Use(call, at) for at in places if not _is_another(file, optimizer, at)
                )
    return found


def _made(file: File, value: cst.BaseExpression, at: cst.Call, depth: int) -> Iterator[tuple[_Made, cst.Call]]:
    """The expressions that make what a variable holds; none for an expression that makes an optimizer each time.

    With each, the call that passes it on to where it is used, if it is an argument; else `at`.
    """
    steps = steps_back(file, value) if depth and isinstance(value, cst.Name | cst.Attribute | cst.IfExp) else None
    for step in steps or ():
        since = _passing(file, step.value, at) or at
        if isinstance(step.value, cst.Call | cst.Subscript):
            made = _Made(step.value, step.part)
            if any(_is_optimizer(file, call, step.part) for call in _calls(made)):
                yield made, since
        else:
            yield from _made(file, step.value, since, depth - 1)


def _passing(file: File, value: cst.BaseExpression, at: cst.Call) -> cst.Call | None:
    """The call that runs the function around `at` with this argument."""
    function, argument = file.function(at), file.parent(value)
    calls = calls_of(file, function) if isinstance(function, cst.FunctionDef) else []
    return next((call for call in calls if argument in call.args), None)


def _calls(made: _Made) -> list[cst.Call]:
    """The call itself, or those of `{"adam": Adam(), "sgd": SGD()}[name]`."""
    value = made.value
    if isinstance(value, cst.Call):
        return [value]
    table = value.value if isinstance(value, cst.Subscript) and made.part is None else None
    elements = table.elements if isinstance(table, cst.Dict) else ()
    return [each.value for each in elements if isinstance(each.value, cst.Call)]


def _is_optimizer(file: File, call: cst.Call, part: int | None) -> bool:
    if part is not None:
        found = origin_of_part(file, call, (part,))
        return isinstance(found, Receiver) and not found.shimmed and found.is_a(OPTIMIZER)
    reference = file.reference(call.func)
    shimmed = reference is not None and reference.spelling.shimmed
    return not shimmed and evidence(file, call, Kind.OPTIMIZER).is_enough


def _is_another(file: File, made: _Made, use: cst.CSTNode) -> bool:
    """True if the variable always holds something else there: it is bound again, or not yet bound to this."""
    optimizer = made.value
    assign = file.parent(optimizer)
    function = file.function(optimizer)
    if not isinstance(assign, cst.Assign) or file.function(use) is not function:
        return False
    if file.before(use, optimizer) and not any(isinstance(each, cst.For | cst.While) for each in file.ancestors(use)):
        return True
    whole = (target.target for target in assign.targets)
    targets = (part_of(each, (made.part,)) if made.part is not None else each for each in whole)
    names = [name_of(each) for each in targets if each is not None]
    return any(
        write.target in names
        and file.before(optimizer, write.node)
        and file.before(write.node, use)
        and file.block(file.statement(write.node)) in (file.module, *file.ancestors(use))
        for write in Flow(file, function).writes
    )


def _places(file: File, node: cst.CSTNode, optimizer: cst.BaseExpression, depth: int) -> list[cst.CSTNode]:
    """Where the function that makes the optimizer runs `node`: itself, or the calls that lead to it."""
    function = file.function(node)
    calls = calls_of(file, function) if isinstance(function, cst.FunctionDef) and depth else []
    if function is file.function(optimizer) or not calls:
        return [node]
    return [place for call in calls for place in _places(file, call, optimizer, depth - 1)]


def _seconds(file: File, optimizer: _Made, uses: list[_Use]) -> Iterator[_Use]:
    for use in uses:
        if _is_repeated(file, optimizer.value, use):
            yield use
    for first, second in combinations(uses, 2):
        if in_other_branch(file, first.at, second.at):
            continue
        if not _is_same_model(file, first, second) or _changes_trainable(file, first, second):
            yield second


def _again(file: File, made: _Made, uses: list[_Use]) -> Iterator[_Use]:
    """Where a model that has trained meanwhile is compiled again with an optimizer that keeps more than a rate."""
    optimizer = made.value
    if (
        isinstance(optimizer, cst.Call)
        and file.symbol(optimizer.func) == _SGD
        and keyword(optimizer, "momentum") is None
    ):
        return
    for first, second in combinations(uses, 2):
        if first.at is first.compile and second.at is second.compile and _is_same_model(file, first, second):
            steps = (call for call in calls_on(file, place(file, first.model)) if method_of(call) in TRAINING)
            if any(file.before(first.compile, step) and file.before(step, second.compile) for step in steps):
                yield second


def _is_standalone(file: File) -> bool:
    is_keras = (each.spelling is not None and each.spelling.root == "keras" for each in file.original.imports)
    return written_for(file).keras is KerasLine.STANDALONE and any(is_keras) and not has_models_of_shims(file)


def _is_repeated(file: File, optimizer: cst.BaseExpression, use: _Use) -> bool:
    """True if a loop that does not make the optimizer makes and compiles models."""
    around = set(file.ancestors(optimizer))
    loops = [each for each in file.ancestors(use.at) if isinstance(each, cst.For | cst.While) and each not in around]
    if not loops:
        return False
    return use.at is not use.compile or any(_binds(loop, use.model) for loop in loops)


def _binds(root: cst.CSTNode, model: cst.BaseExpression) -> bool:
    name = name_of(model)
    targets = [each.target for each in nodes(root, cst.AssignTarget)]
    return name is not None and any(name_of(target) == name for target in targets)


def _is_same_model(file: File, first: _Use, second: _Use) -> bool:
    """True if both compile what one variable holds, and nothing binds it again; or a second name that it got."""
    if _is_second_name(file, first, second):
        return True
    if place(file, first.model) != place(file, second.model) or name_of(first.model) is None:
        return False
    function = file.function(second.compile)
    if first.compile is second.compile:
        return not _binds(function, second.model)
    name = name_of(second.model)
    return not any(
        name_of(target.target) == name
        and file.before(first.compile, target)
        and file.before(target, second.compile)
        and not _is_compound(file, target, first.model)
        for target in nodes(file.module, cst.AssignTarget)
    )


def _is_second_name(file: File, first: _Use, second: _Use) -> bool:
    """True for `self.parallel = self.model` between the two, in one function, where nothing else binds either."""
    function, names = file.function(second.compile), (name_of(first.model), name_of(second.model))
    writes = [
        each
        for each in Flow(file, function).writes
        if each.target in names and file.before(first.compile, each.node) and file.before(each.node, second.compile)
    ]
    is_here = file.function(first.compile) is function and None not in names and names[0] != names[1]
    if not is_here or len(writes) != 1 or writes[0].target != names[1] or writes[0].value is None:
        return False
    return name_of(writes[0].value) == names[0] or _is_twin(file, first, writes[0].value)


def _is_twin(file: File, first: _Use, value: cst.BaseExpression) -> bool:
    """True for `Model(x, y)` where the first model is `Model(x, y)` of the same tensors: both have the same weights."""
    flow = Flow(file, file.function(first.compile))
    models = [each for each in flow.writes_of(name_of(first.model) or "") if file.before(each.node, first.compile)]
    if not models or not isinstance(value, cst.Call) or file.symbol(value.func) != _MODEL:
        return False
    made = models[-1]
    between = (each for each in flow.writes if file.before(made.node, each.node) and file.before(each.node, value))
    is_alike = made.value is not None and made.value.deep_equals(value) and len(value.args) > 1
    return is_alike and not any(each.target in reads(value) for each in between)


def _is_compound(file: File, target: cst.AssignTarget, model: cst.BaseExpression) -> bool:
    """True for an assignment in another function, to another variable of that name."""
    return place(file, target.target) != place(file, model)


def _changes_trainable(file: File, first: _Use, second: _Use) -> bool:
    """True if layers are frozen or freed between the two."""
    return any(
        isinstance(target.target, cst.Attribute)
        and target.target.attr.value == "trainable"
        and file.before(first.compile, target)
        and file.before(target, second.compile)
        for target in nodes(file.module, cst.AssignTarget)
    )


def _trains(file: File, model: cst.BaseExpression) -> bool:
    """True if the model may train: it is asked to, or leaves the function by its name, or the file as an attribute."""
    if any(method_of(call) in TRAINING for call in calls_on(file, place(file, model))):
        return True
    if isinstance(model, cst.Attribute):
        return name_of(model.value) == "self" and not _trains_attributes(file)
    if not isinstance(model, cst.Name):
        return False
    uses = [use for binding in file.assignments(model) for use in binding.uses]
    return any(isinstance(file.parent(use), cst.Return | cst.Arg | cst.Element | cst.Assign) for use in uses)


@once_per_file
def _trains_attributes(file: File) -> bool:
    """True if the file trains models that objects hold; else it leaves that to others."""
    owners = (
        call.func.value for call in file.calls if method_of(call) in TRAINING and isinstance(call.func, cst.Attribute)
    )
    return any(isinstance(owner, cst.Attribute) for owner in owners)
