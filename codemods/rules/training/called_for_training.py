"""Report `layer(x, training=True)` in a functional model, which Keras 3 overrides.

## What it does

Reports `training=True` and `training=False` in calls of layers and models on tensors of a functional model. It rewrites
nothing. `training=False` is noted only, if what is called is frozen and nothing in the file is set trainable again,
and says nothing in a model that the file only asks for predictions.

## Why

In Keras 2 the argument of the call won: dropout went on in prediction ("Monte Carlo dropout"), and a base model that
was called with `training=False` stayed in inference mode when it was fine-tuned. A functional model of Keras 3 passes
its own mode on to every layer, whatever the call said.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py

## Numbers

They can differ. `Dropout(0.5)(x, training=True)` set half of the numbers to zero in `predict`, and sets none;
`BatchNormalization()(x, training=False)` left its moving statistics alone in `fit`, and moves them
(`tests/behaviour/catalogue/layers_random.py`).

## What it leaves to you

The layer: one whose own `call` passes `training=True` on to `super().call` keeps it. Values that are not literal.
Nothing is reported in a file whose Keras is that of the shims, as `--to compat` makes it: their models keep it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.symbolic import takes_symbolic
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_MODEL = "keras.models.Model"
_ASKING = ("load_weights", "predict", "predict_on_batch", "summary")
_SYMBOL = "keras.layers.Layer(training=)"
_SAID = "a functional model of Keras 3 overrides training={}: its layers get the mode of predict or fit"
_KEEP = {
    True: "make a subclass whose call() passes training=True to super().call(), or call the model with training=True",
    False: "freeze what shall not train (trainable = False keeps BatchNormalization in inference mode), or make a "
    "subclass whose call() passes training=False to super().call()",
}


@rule(
    "TFM108",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Dropout, Input
    from keras.models import Model

    inputs = Input((8,))
    hidden = Dropout(0.5)(Dense(16)(inputs), training=True)
    model = Model(inputs, Dense(1)(hidden))
    """,
    severity=Severity.NUMBERS,
)
def called_for_training(file: File) -> Iterator[Manual]:
    """Look at calls of layers that take a tensor of a functional model, or that are made where they are called."""
    if not since(file.target, "keras 3.0") or not file.reaches_family() or has_keras_2_only(file):
        return
    if written_for(file).keras is KerasLine.KERAS_3 or _is_on_shims(file):
        return
    for call in file.calls:
        arg = keyword(call, "training")
        value = literal(arg.value) if arg is not None else None
        if arg is not None and isinstance(value, bool | int) and _is_functional(file, call):
            if not value and _only_predicts(file, call):
                continue
            is_note = not value and _stays_frozen(file, call.func)
            yield Manual(arg, _SYMBOL, _SAID.format(bool(value)), _KEEP[bool(value)], is_note=is_note)


def _is_on_shims(file: File) -> bool:
    """True if all that the file has of Keras comes from the shims."""
    found = [each for each in file.all_references() if each.canonical.startswith("keras.")]
    return bool(found) and all(each.spelling.shimmed for each in found)


def _is_functional(file: File, call: cst.Call) -> bool:
    """True for the call of a layer from which a model goes on."""
    origin = origin_of(file, call.func)
    if not isinstance(origin, Receiver) or not origin.is_a(LAYER) or isinstance(file.parent(call), cst.Expr):
        return False
    return takes_symbolic(file, call) or (isinstance(call.func, cst.Call) and _is_in_block(file, call))


def _is_in_block(file: File, call: cst.Call) -> bool:
    """True in a function outside of classes for what was a parameter: a layer that is made there is part of a model."""
    first = call.args[0].value
    if file.enclosing_class(call) is not None or not isinstance(first, cst.Name):
        return False
    return any(isinstance(binding.node, cst.Param) for binding in file.assignments(first))


def _only_predicts(file: File, call: cst.Call) -> bool:
    """True if the file asks the only model on this `Input` for predictions, in which nothing trains anyway."""
    tensor = call.args[0].value
    if not isinstance(tensor, cst.Name) or len(file.definitions(tensor) or ()) != 1:
        return False
    made = [each for each in map(file.call_of, file.references(_MODEL)) if each is not None]
    inner = [each for each in made if any(name in _uses(file, tensor) for name in nodes(each, cst.Name))]
    assign = file.parent(inner[0]) if len(inner) == 1 else None
    target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
    uses = uses_of(file, target) if isinstance(target, cst.Name) else None
    return bool(uses) and all(_predicts(file, use) for use in uses or ())


def _uses(file: File, name: cst.Name) -> set[cst.CSTNode]:
    return {use for binding in file.assignments(name) for use in binding.uses}


def _predicts(file: File, use: cst.Name) -> bool:
    method = file.parent(use)
    return isinstance(method, cst.Attribute) and method.attr.value in _ASKING and method.value is use


def _stays_frozen(file: File, function: cst.BaseExpression) -> bool:
    """True if the file freezes what is called, and sets nothing trainable."""
    frozen = False
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        if isinstance(node, cst.Attribute) and node.attr.value == "trainable" and isinstance(statement, cst.Assign):
            if literal(statement.value) not in (False, 0):
                return False
            frozen = frozen or (name_of(node.value) is not None and name_of(node.value) == name_of(function))
    return frozen
