"""Train the parts of a model that were trainable when it was compiled, as Keras 2 did.

## What it does

In `critic.trainable = False`, `combined = Model(z, critic(generator(z)))`, `combined.compile(...)`,
`critic.trainable = True`, Keras 2 trained the generator alone: `compile` notes what is trainable. The rule puts
`critic.trainable = False` above each statement that trains `combined`, and `critic.trainable = True` below it. A
function that sets `trainable` of its argument, `set_trainable(critic, False)`, counts as well.

## Why

Keras 3 looks at `trainable` when a model first trains. `combined` would train the critic, too, which gets better at
being fooled. In the usual code of a WGAN with a gradient penalty, both models would train the generator, and nothing
the critic.
https://keras.io/guides/transfer_learning/

## Numbers

Same: the losses and weights are those of Keras 2.3.1 on TensorFlow 1.15.5 and of TensorFlow 2.15.1
(`tests/codemods/rules/test_parts_at_compile.py`).

## What it leaves to you

Training in a `return`, a condition or a comprehension, values of `trainable` that depend on a condition, and models
that another function trains. The shims train what `compile` noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.call_sites import is_compile
from codemods.analysis.compile_order import calls_on, line_that_trains, trains, trains_elsewhere
from codemods.analysis.evidence import has_models_of_shims
from codemods.analysis.provenance import place
from codemods.analysis.trainable_states import Switch, parts, switches
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_SYMBOL = "keras.models.Model.trainable"
_SAID = "Keras 3 looks at trainable when {0} trains, not when it is compiled: {1} {2} then, and {3} here"
_ADVICE = "set {0}.trainable = {1} before {2} trains, and {3} after it"


class _Part(NamedTuple):
    """A part of a model that is set otherwise after `compile`: what it was there, and what it is when the model trains.

    `switch` is the last place that sets it.
    """

    name: str
    compiled: bool
    trained: bool
    switch: Switch


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
    compiled: dict[object, list[cst.Call]] = {}
    for call in file.calls:
        if is_compile(file, call) and isinstance(call.func, cst.Attribute):
            compiled.setdefault(place(file, call.func.value), []).append(call)
    for where, calls in compiled.items():
        if len(calls) == 1:
            yield from _outcomes(file, where, calls[0])


def _outcomes(file: File, where: object, compiled: cst.Call) -> Iterator[Edit | Manual]:
    assert isinstance(compiled.func, cst.Attribute)
    model = compiled.func.value
    held = {place(file, each) for each in parts(file, model)} - {where}
    own = [each for each in switches(file) if place(file, each.model) in held]
    trained = [call for call in calls_on(file, where) if trains(file, call)]
    replacements: list[tuple[cst.CSTNode, cst.FlattenSentinel[cst.CSTNode]]] = []
    for call in trained:
        changed = _changed(file, own, compiled, call)
        if not changed:
            continue
        line = line_that_trains(file, call)
        if line is None or any(_depends(file, each.at) for each in own):
            yield _manual(file, model, changed[0])
            return
        replacements.append((line, _switched(file, changed, line)))
        first = changed[0]
    if replacements:
        yield Edit(first.switch.at, _said(file, model, first), tuple(replacements))
    elif not trained and own and trains_elsewhere(file, own[-1].at, model):
        changed = _changed(file, own, compiled, None)
        if changed:
            yield _manual(file, model, changed[0])


def _changed(file: File, own: list[Switch], compiled: cst.Call, trained: cst.Call | None) -> list[_Part]:
    """The parts that are set otherwise when the model trains."""
    found: list[_Part] = []
    for at in dict.fromkeys(place(file, each.model) for each in own):
        ours = [each for each in own if place(file, each.model) == at]
        before = _last(file, [each for each in ours if file.function(each.at) is file.function(compiled)], compiled)
        last = _before_training(file, ours, compiled, trained)
        state = before.value if before is not None else True
        if last is not None and None not in (state, last.value) and state is not last.value:
            found.append(_Part(file.code(last.model), bool(state), bool(last.value), last))
    return found


def _before_training(file: File, ours: list[Switch], compiled: cst.Call, trained: cst.Call | None) -> Switch | None:
    """The last place that sets a part before the model trains, there or where it is compiled."""
    there = [each for each in ours if file.function(each.at) is file.function(compiled)]
    at_once = trained is not None and file.function(trained) is file.function(compiled)
    here = [each for each in ours if trained is not None and file.function(each.at) is file.function(trained)]
    near = _last(file, here, trained)
    return near if near is not None or at_once or not there else there[-1]


def _last(file: File, found: list[Switch], node: cst.Call | None) -> Switch | None:
    """The last place before a node."""
    return next((each for each in reversed(found) if node is not None and file.before(each.at, node)), None)


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
    advice = _ADVICE.format(part.name, part.compiled, file.code(model), part.trained)
    return Manual(part.switch.at, _SYMBOL, _said(file, model, part), advice)


def _switched(file: File, changed: list[_Part], line: cst.SimpleStatementLine) -> cst.FlattenSentinel[cst.CSTNode]:
    above = [file.parse_statement(f"{each.name}.trainable = {each.compiled}") for each in changed]
    below = [file.parse_statement(f"{each.name}.trainable = {each.trained}") for each in changed]
    above[0] = above[0].with_changes(leading_lines=line.leading_lines)
    return cst.FlattenSentinel([*above, line.with_changes(leading_lines=()), *below])
