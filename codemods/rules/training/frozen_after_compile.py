"""Train a model that is frozen after `compile`, as Keras 2 did.

## What it does

In `d.compile(...)`, `d.trainable = False`, `combined.compile(...)`, the usual order for a GAN, `d` keeps training in
Keras 2: `compile` notes what is trainable. The rule puts `d.trainable = True` above each statement that trains `d`, and
`d.trainable = False` below it. It follows functions and methods of the project that make and compile `d`, freeze it,
as `set_trainable(d, False)` does, or train it as an argument.

## Why

Keras 3 looks at `trainable` when a model first trains. `d` would never train, and only a warning says so.
https://keras.io/guides/transfer_learning/

## Numbers

Same. The losses and weights of `tests/codemods/fixtures/frozen_after_compile` are those of Keras 2.3.1 on TensorFlow
1.15.5 and of TensorFlow 2.15.1, to 1e-6.

## What it leaves to you

Training in a `return`, a condition or a comprehension, models whose layers are frozen one by one, and those that a file
hands on and does not train. The shims train what `compile` noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.sure_calls import in_one_loop
from codemods.analysis.models.compile_order import (
    calls_on,
    compiled_as,
    given_compiled,
    is_compiled_before,
    is_handed_out,
    line_that_trains,
    runs_before,
    trained_by_functions,
    trained_by_other_names,
    trains,
    trains_any,
    trains_elsewhere,
)
from codemods.analysis.models.model_names import are_one
from codemods.analysis.models.trainable_states import Switch, last_before, later_round, parts, switches
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.objects.provenance import called_function, calls_of, place
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Severity, Stage, rule

_SYMBOL = "keras.models.Model.trainable"
_SAID = "Keras 3 looks at trainable when {0} trains, not when it is compiled: {0}, frozen here, would never train"
_ADVICE = "set {0}.trainable = True before {0} trains, and False after it"


@rule(
    "TFM226",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model, Sequential

    critic = Sequential([Dense(1, input_dim=8)])
    critic.compile("adam", "mse")
    critic.trainable = False
    noise = Input(shape=(4,))
    combined = Model(noise, critic(Dense(8)(noise)))
    combined.compile("adam", "mse")
    loss = critic.train_on_batch(x, y)
    """,
    severity=Severity.NUMBERS,
)
def frozen_after_compile(file: File) -> Iterator[Edit | Manual]:
    """Edit if every statement that trains the model is plain, and nothing else sets `trainable`."""
    if not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3 or has_models_of_shims(file):
        return
    for target, model, value, is_whole, order in switches(file):
        if value is not False or not is_compiled_before(file, target, model, order):
            continue
        if not is_whole and isinstance(target, cst.AssignTarget):
            continue  # layers, of which another rule speaks
        ours = [each for each in switches(file) if are_one(file, each.model, model)]
        trained = _training(file, model)
        every = [each for each in trained if _may_follow(file, target, each.way)]
        frozen = [each for each in every if _is_frozen_for(file, target, model, ours, each.call)]
        if frozen:
            is_plain = is_whole and all(each.is_plain for each in frozen) and _is_set_once(file, target, model)
            yield _outcome(file, target, model, [each.call for each in frozen], is_plain=is_plain)
        elif not trained and _may_train_elsewhere(file, target, model, ours):
            name = file.code(model)
            yield Manual(target, _SYMBOL, _SAID.format(name), _ADVICE.format(name))


class _Training(NamedTuple):
    """A call that trains a model; `is_plain` if it surely trains this one.

    `way` is the call of the function that trains it, where that is given the model by its name.
    """

    call: cst.Call
    way: cst.Call
    is_plain: bool


def _training(file: File, model: cst.BaseExpression) -> list[_Training]:
    """The calls that train a model, by its name or as an argument."""
    where = place(file, model)
    handed = list(trained_by_functions(file, model))
    named = [call for call in calls_on(file, where) if trains(file, call)]
    others = [call for call in trained_by_other_names(file, where) if call not in [each for _, each in handed]]
    return [
        *(_Training(call, call, is_plain=True) for call in named),
        *(_Training(call, way, _is_called_once(file, way)) for way, call in handed),
        *(_Training(call, call, is_plain=False) for call in others),
    ]


def _is_frozen_for(
    file: File, target: cst.CSTNode, model: cst.BaseExpression, ours: list[Switch], call: cst.Call
) -> bool:
    """True if this is the last place that sets a model before a call trains it."""
    last, later = last_before(file, ours, call, target), later_round(file, ours, call, compiled_as(file, model))
    return any(each is not None and each.at is target for each in (last, later))


def _is_set_once(file: File, target: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True if nothing else than this place sets the model, or what has it, to anything else, but before it."""
    others = [each for each in switches(file) if each.value is not False and not runs_before(file, each.at, target)]
    return not any(_is_related(file, each.model, model) for each in others)


def _is_related(file: File, other: cst.BaseExpression, model: cst.BaseExpression) -> bool:
    made = parts(file, other)
    return are_one(file, other, model) or not made.is_known or made.has(file, model)


def _may_train_elsewhere(file: File, target: cst.CSTNode, model: cst.BaseExpression, ours: list[Switch]) -> bool:
    """True if the file hands the model on as this place has set it, and nothing shows another one."""
    there = [each.at for each in ours if file.function(each.at) is file.function(target)]
    if there[-1] is not target or _is_thawed_elsewhere(file, target, model):
        return False
    given = given_compiled(file, model)
    if given:
        return any(_trains_frozen(*each) for each in given)
    return trains_elsewhere(file, target, model) or (is_handed_out(file, model) and not trains_any(file))


def _trains_frozen(file: File, model: cst.BaseExpression) -> bool:
    """True if a file trains a model, and does not set it to be trainable itself."""
    is_thawed = any(each.value is True and are_one(file, each.model, model) for each in switches(file))
    return not is_thawed and any(trains(file, call) for call in calls_on(file, place(file, model)))


def _is_thawed_elsewhere(file: File, target: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True if another function sets `trainable` of what it calls so, before it trains that."""
    name = (name_of(model) or "").rpartition(".")[2]
    return any(
        each.value is True and name_of(each.model) == name and file.function(each.at) is not file.function(target)
        for each in switches(file)
    )


def _may_follow(file: File, target: cst.CSTNode, call: cst.Call) -> bool:
    if file.function(call) is not file.function(target):
        return runs_before(file, target, call) or not runs_before(file, call, target)
    return file.before(target, call) or in_one_loop(file, target, call)


def _is_called_once(file: File, call: cst.Call) -> bool:
    function = called_function(file, call)
    return function is not None and len(calls_of(file, function)) == 1


def _outcome(
    file: File, target: cst.CSTNode, model: cst.BaseExpression, trained: list[cst.Call], *, is_plain: bool
) -> Edit | Manual:
    name = file.code(model)
    said = _SAID.format(name)
    lines = [(call, line) for call in trained if (line := line_that_trains(file, call)) is not None]
    if not is_plain or len(lines) < len(trained):
        return Manual(target, _SYMBOL, said, _ADVICE.format(name))
    return Edit(target, said, tuple((line, _switched(file, call, line)) for call, line in lines))


def _switched(file: File, call: cst.Call, line: cst.SimpleStatementLine) -> cst.FlattenSentinel[cst.CSTNode]:
    assert isinstance(call.func, cst.Attribute)
    name = file.code(call.func.value)
    on = file.parse_statement(f"{name}.trainable = True").with_changes(leading_lines=line.leading_lines)
    off = file.parse_statement(f"{name}.trainable = False")
    return cst.FlattenSentinel([on, line.with_changes(leading_lines=()), off])
