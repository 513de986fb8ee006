"""Train a model that is frozen after `compile`, as Keras 2 did.

## What it does

In `d.compile(...)`, `d.trainable = False`, `combined.compile(...)`, the usual order for a GAN, `d` keeps training in
Keras 2: `compile` notes what is trainable. The rule puts `d.trainable = True` above each statement that trains `d`, and
`d.trainable = False` below it. It follows functions that make and compile `d`, freeze it, or train it as an argument.

## Why

Keras 3 looks at `trainable` when a model first trains. `d` would never train, and only a warning says so.
https://keras.io/guides/transfer_learning/

## Numbers

Same. The losses and weights of `tests/codemods/fixtures/frozen_after_compile` are those of Keras 2.3.1 on TensorFlow
1.15.5 and of TensorFlow 2.15.1, to 1e-6.

## What it leaves to you

Training in a `return`, a condition or a comprehension, and models whose layers are frozen one by one. The shims train
what `compile` noted.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.compile_order import (
    calls_on,
    is_compiled_before,
    line_that_trains,
    trained_by_functions,
    trains,
    trains_elsewhere,
)
from codemods.analysis.evidence import has_models_of_shims
from codemods.analysis.provenance import called_function, calls_of, place
from codemods.analysis.trainable_states import switches
from codemods.analysis.written_for import written_for
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
    others = [each.model for each in switches(file) if each.value is not False]
    for target, model, value in switches(file):
        where = place(file, model)
        if value is not False or not is_compiled_before(file, target, model):
            continue
        if any(place(file, other) == where for other in others):
            continue
        trained = [call for call in calls_on(file, where) if trains(file, call) and _may_follow(file, target, call)]
        handed = [each for each in trained_by_functions(file, model) if _may_follow(file, target, each[0])]
        is_plain = not others and all(_is_called_once(file, call) for call, _ in handed)
        trained += [call for _, call in handed]
        if trained:
            yield _outcome(file, target, model, trained, is_plain=is_plain)
        elif trains_elsewhere(file, target, model) and not _is_thawed_elsewhere(file, target, model):
            name = file.code(model)
            yield Manual(target, _SYMBOL, _SAID.format(name), _ADVICE.format(name))


def _is_thawed_elsewhere(file: File, target: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True if another function sets `trainable` of what it calls so, before it trains that."""
    name = (name_of(model) or "").rpartition(".")[2]
    return any(
        each.value is True and name_of(each.model) == name and file.function(each.at) is not file.function(target)
        for each in switches(file)
    )


def _may_follow(file: File, target: cst.CSTNode, call: cst.Call) -> bool:
    return file.function(call) is not file.function(target) or file.before(target, call)


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
