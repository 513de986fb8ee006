"""Train a model that is frozen after `compile`, as Keras 2 did.

## What it does

In `d.compile(...)`, `d.trainable = False`, `combined.compile(...)`, the usual order for a GAN, `d` keeps training in
Keras 2: `compile` notes what is trainable. The rule puts `d.trainable = True` above each statement that trains `d`, and
`d.trainable = False` below it.

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
from itertools import takewhile

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.compile_order import TRAINING, calls_on, is_compiled_before
from codemods.analysis.evidence import Evidence, Kind, evidence, has_models_of_shims
from codemods.analysis.provenance import place
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule

_AT_ONCE = (
    *(cst.Expr, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Arg, cst.Call, cst.BinaryOperation, cst.UnaryOperation),
    *(cst.Element, cst.List, cst.Tuple, cst.Subscript, cst.Attribute),
)
"""What may stand around a call that is made once, and before the statement ends."""
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
    if not file.imports_family() or written_for(file).keras is KerasLine.KERAS_3 or has_models_of_shims(file):
        return
    assigned = list(_assigned(file))
    others = [model for target, model in assigned if not _is_off(file, target)]
    for target, model in assigned:
        where = place(file, model)
        if not _is_off(file, target) or not is_compiled_before(file, target, where):
            continue
        if any(place(file, other) == where for other in others):
            continue
        trained = [call for call in calls_on(file, where) if _trains(file, call) and _may_follow(file, target, call)]
        if trained:
            yield _outcome(file, target, model, trained, is_plain=not others)
        elif _trains_elsewhere(file, target, model):
            name = file.code(model)
            yield Manual(target, _SYMBOL, _SAID.format(name), _ADVICE.format(name))


def _assigned(file: File) -> Iterator[tuple[cst.AssignTarget, cst.BaseExpression]]:
    """Every assignment to the `trainable` of something with a name."""
    for target in file.every(cst.AssignTarget):
        node = target.target
        if isinstance(node, cst.Attribute) and node.attr.value == "trainable" and name_of(node.value) is not None:
            yield target, node.value


def _is_off(file: File, target: cst.AssignTarget) -> bool:
    statement = file.parent(target)
    return isinstance(statement, cst.Assign) and literal(statement.value) in (False, 0)


def _trains(file: File, call: cst.Call) -> bool:
    return (
        isinstance(call.func, cst.Attribute)
        and method_of(call) in TRAINING
        and evidence(file, call.func.value, Kind.MODEL) is not Evidence.FOREIGN
    )


def _may_follow(file: File, target: cst.AssignTarget, call: cst.Call) -> bool:
    return file.function(call) is not file.function(target) or file.before(target, call)


def _trains_elsewhere(file: File, target: cst.AssignTarget, model: cst.BaseExpression) -> bool:
    """True for `train((generator, critic), x)` if a function of the file trains what it calls `critic`, too."""
    name = (name_of(model) or "").rpartition(".")[2]
    trains = any(
        file.function(call) is not file.function(target)
        and isinstance(call.func, cst.Attribute)
        and isinstance(call.func.value, cst.Name)
        and call.func.value.value == name
        and _trains(file, call)
        for call in file.calls
    )
    uses = [use for each in file.assignments(model) for use in each.uses] if isinstance(model, cst.Name) else []
    return trains and any(_is_handed_on(file, use) for use in uses)


def _is_handed_on(file: File, use: cst.CSTNode) -> bool:
    """True for an argument of a function of the project, and for a part of a tuple, list or dictionary."""
    above = file.parent(use)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and file.reference(call.func) is None
    return isinstance(above, cst.Element | cst.DictElement)


def _outcome(
    file: File, target: cst.AssignTarget, model: cst.BaseExpression, trained: list[cst.Call], *, is_plain: bool
) -> Edit | Manual:
    name = file.code(model)
    said = _SAID.format(name)
    statements = [_statement(file, call) for call in trained]
    if not is_plain or None in statements:
        return Manual(target, _SYMBOL, said, _ADVICE.format(name))
    replacements = tuple((each, _switched(file, name, each)) for each in statements if each is not None)
    return Edit(target, said, replacements)


def _statement(file: File, call: cst.Call) -> cst.SimpleStatementLine | None:
    """The line that trains once, whatever it does with what comes back."""
    line = file.statement(call)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or file.block(line) is None:
        return None
    above = takewhile(lambda each: each is not line, file.ancestors(call))
    trains = [each for each in nodes(line, cst.Call) if method_of(each) in TRAINING]
    return line if all(isinstance(each, _AT_ONCE) for each in above) and trains == [call] else None


def _switched(file: File, name: str, line: cst.SimpleStatementLine) -> cst.FlattenSentinel[cst.CSTNode]:
    on = file.parse_statement(f"{name}.trainable = True").with_changes(leading_lines=line.leading_lines)
    off = file.parse_statement(f"{name}.trainable = False")
    return cst.FlattenSentinel([on, line.with_changes(leading_lines=()), off])
