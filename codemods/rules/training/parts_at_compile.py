"""Train the parts of a model that were trainable when it was compiled, as Keras 2 did.

## What it does

In `critic.trainable = False`, `combined = Model(z, critic(generator(z)))`, `combined.compile(...)`,
`critic.trainable = True`, Keras 2 trained the generator alone: `compile` notes what is trainable. The rule puts
`critic.trainable = False` above each statement that trains `combined`, and `critic.trainable = True` below it. A
function or method of the project that sets `trainable` of its argument, `set_trainable(critic, False)`, counts as well.

## Why

Keras 3 looks at `trainable` when a model first trains. `combined` would train the critic, too, which gets better at
being fooled. In the usual code of a WGAN with a gradient penalty, both models would train the generator, and nothing
the critic.
https://keras.io/guides/transfer_learning/

## Numbers

Same: the losses and weights are those of Keras 2.3.1 on TensorFlow 1.15.5 and of TensorFlow 2.15.1
(`tests/codemods/rules/training/test_parts_at_compile.py`).

## What it leaves to you

Training in a `return`, a condition or a comprehension, values of `trainable` that depend on a condition or are those of
layers, models that another function trains, and those that another module compiles. The shims train what `compile`
noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.models.compile_order import (
    Compiled,
    calls_on,
    compilations,
    is_compiled_there,
    is_handed_out,
    line_that_trains,
    runs_before,
    trained_by_other_names,
    trains,
    trains_any,
    trains_elsewhere,
)
from codemods.analysis.models.model_names import are_one
from codemods.analysis.models.trainable_states import (
    Parts,
    Switch,
    is_in,
    last_at_compile,
    last_before,
    later_round,
    parts,
    switches,
)
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_SYMBOL = "keras.models.Model.trainable"
_SAID = "Keras 3 looks at trainable when {0} trains, not when it is compiled: {1} {2} then, and {3} here"
_ADVICE = "set {0} = {1} before {2} trains, and {3} after it"


class _Part(NamedTuple):
    """A part of a model that is set otherwise after `compile`: what it was there, and what it is when the model trains.

    `switch` is the last place that sets it; `is_sure` if every place sets the part as a whole, and in this order.
    """

    name: str
    compiled: bool
    trained: bool
    switch: Switch
    is_sure: bool


@rule(
    "TFM367",
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
    critic.trainable = True
    loss = combined.train_on_batch(x, y)
    """,
    severity=Severity.NUMBERS,
)
def parts_at_compile(file: File) -> Iterator[Edit | Manual]:
    """Edit if every statement that trains the model is plain, and no condition sets `trainable`."""
    if not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3 or has_models_of_shims(file):
        return
    if not switches(file):
        return
    compiled: dict[object, list[Compiled]] = {}
    for each in compilations(file):
        compiled.setdefault(place(file, each.model), []).append(each)
    for where, found in compiled.items():
        yield from _outcomes(file, where, found)


def _outcomes(file: File, where: object, calls: list[Compiled]) -> Iterator[Edit | Manual]:
    model = calls[0].model
    held = parts(file, model)
    own = [each for each in switches(file) if _is_part(file, held, calls, model, each)]
    itself = [each for each in switches(file) if _is_itself(file, model, each)]
    plain = [call for call in calls_on(file, where) if trains(file, call)]
    elsewhere = [call for call in trained_by_other_names(file, where) if not is_compiled_there(file, call)]
    trained = [*plain, *elsewhere] if own or itself else []
    for call in trained:
        thawed = [
            each for each in _changed(file, itself, calls, _compiled_before(file, calls, call), call) if each.trained
        ]
        if thawed:
            yield _manual(file, model, thawed[0])
            return
    replacements: list[tuple[cst.CSTNode, cst.FlattenSentinel[cst.CSTNode]]] = []
    for call in trained:
        changed = _changed(file, own, calls, _compiled_before(file, calls, call), call)
        if not changed:
            continue
        line = line_that_trains(file, call)
        is_ours = held.is_known and not any(each.is_made for each in calls)
        is_plain = call in plain and is_ours and not any(_depends(file, each.at) for each in own)
        if line is None or not is_plain or not all(_may_be_set_at(file, each, call) for each in changed):
            yield _manual(file, model, changed[0])
            return
        replacements.append((line, _switched(file, changed, line)))
        first = changed[0]
    if replacements:
        yield Edit(first.switch.at, _said(file, model, first), tuple(replacements))
    elif not trained and own and _may_train_elsewhere(file, own[-1].at, model):
        changed = _changed(file, own, calls, calls[-1], None)
        if changed:
            yield _manual(file, model, changed[0])


def _is_part(file: File, held: Parts, calls: list[Compiled], model: cst.BaseExpression, switch: Switch) -> bool:
    """True if a place sets a part of a model; anything, where it is compiled, if nothing shows its parts."""
    if are_one(file, switch.model, model):
        return False
    if held.has(file, switch.model) or is_in(file, model, switch.model):
        return True
    if held.is_known:
        return False
    return any(file.function(switch.at) is file.function(each.at) for each in calls)


def _is_itself(file: File, model: cst.BaseExpression, switch: Switch) -> bool:
    """True if a place sets the model itself; of assignments to its layers another rule speaks."""
    is_of_layers = not switch.is_whole and isinstance(switch.at, cst.AssignTarget)
    return not is_of_layers and are_one(file, switch.model, model)


def _may_train_elsewhere(file: File, node: cst.CSTNode, model: cst.BaseExpression) -> bool:
    return trains_elsewhere(file, node, model) or (is_handed_out(file, model) and not trains_any(file))


def _compiled_before(file: File, calls: list[Compiled], trained: cst.Call) -> Compiled:
    """The last place that compiles a model before it trains."""
    before = [each for each in calls if runs_before(file, each.at, trained)]
    here = [each for each in before if file.function(each.at) is file.function(trained)]
    return (here or before or calls)[-1]


def _changed(
    file: File, own: list[Switch], calls: list[Compiled], compiled: Compiled, trained: cst.Call | None
) -> list[_Part]:
    """The parts that are set otherwise when the model trains."""
    found: list[_Part] = []
    seen: list[cst.BaseExpression] = []
    for model in [each.model for each in own]:
        if any(are_one(file, model, each) for each in seen):
            continue
        seen.append(model)
        ours = [each for each in own if are_one(file, each.model, model)]
        before = last_at_compile(file, ours, compiled)
        state = before.value if before is not None else True
        later = later_round(file, ours, trained, calls) if trained is not None else None
        for last in (_when_it_trains(file, ours, compiled, trained), later):
            if last is not None and None not in (state, last.value) and state is not last.value:
                is_plain = all(each.is_whole for each in ours) and last is not later
                is_sure = is_plain and not any(_overlap(file, model, each.model) for each in own)
                found.append(_Part(file.code(last.model), bool(state), bool(last.value), last, is_sure))
                break
    return found


def _overlap(file: File, model: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """True for two models of which one has layers of the other: to set one is to set both."""
    return not are_one(file, model, other) and (is_in(file, model, other) or is_in(file, other, model))


def _when_it_trains(file: File, ours: list[Switch], compiled: Compiled, trained: cst.Call | None) -> Switch | None:
    """The last place that sets a part before the model trains, there or where it is compiled."""
    if trained is not None:
        return last_before(file, ours, trained, among=compiled.at)
    there = [each for each in ours if file.function(each.at) is file.function(compiled.at)]
    return there[-1] if there else None


def _may_be_set_at(file: File, part: _Part, call: cst.Call) -> bool:
    """True if the name of a part means the same where the model trains."""
    model, there = part.switch.model, part.switch.at
    if not part.is_sure:
        return False
    if isinstance(model, cst.Attribute):
        return attribute_of_self(file, model) is None or file.enclosing_class(call) is file.enclosing_class(there)
    function = file.function(model)
    is_global = (
        file.scope(call)[model.value] == file.scope(model)[model.value] if isinstance(model, cst.Name) else False
    )
    return function is file.function(call) or is_global


def _depends(file: File, node: cst.CSTNode) -> bool:
    function = file.function(node)
    for above in file.ancestors(node):
        if above is function:
            return False
        if isinstance(above, cst.If | cst.Try | cst.IfExp):
            return True
    return False


def _said(file: File, model: cst.BaseExpression, part: _Part) -> str:
    words = {True: "was trainable", False: "was frozen"}
    now = {True: "is trainable", False: "is frozen"}
    return _SAID.format(file.code(model), part.name, words[part.compiled], now[part.trained])


def _manual(file: File, model: cst.BaseExpression, part: _Part) -> Manual:
    whole = f"{part.name}.trainable"
    what = whole if part.switch.is_whole else f"trainable of the layers of {part.name}"
    advice = _ADVICE.format(what, part.compiled, file.code(model), part.trained)
    return Manual(part.switch.at, _SYMBOL, _said(file, model, part), advice)


def _switched(file: File, changed: list[_Part], line: cst.SimpleStatementLine) -> cst.FlattenSentinel[cst.CSTNode]:
    above = [file.parse_statement(f"{each.name}.trainable = {each.compiled}") for each in changed]
    below = [file.parse_statement(f"{each.name}.trainable = {each.trained}") for each in changed]
    above[0] = above[0].with_changes(leading_lines=line.leading_lines)
    return cst.FlattenSentinel([*above, line.with_changes(leading_lines=()), *below])
