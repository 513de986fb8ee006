"""Report where `trainable` of a model and of its layers say different things, which Keras 2 and 3 settle differently.

## What it does

Looks for layers that are set free in a frozen model which is compiled, or used as a layer; and in files for standalone
Keras, for a model that is set free after layers of it were frozen. It rewrites nothing.

## Why

In Keras 2 nothing of a frozen model trained, whatever its layers said. In Keras 3 `trainable` of a model is that of all
its layers, and each can be set free again. Standalone Keras left `trainable` of the layers alone: a model that was set
free kept frozen layers.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

## Numbers

They can differ: of a frozen model with one layer set free Keras 2 trains nothing, Keras 3 trains the layer
(`tests/behaviour/catalogue/layers_nested.py`).

## What it leaves to you

To decide what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile, method_of
from codemods.analysis.layers.model_layers import is_layer_of_model, model_of_layer
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_SYMBOL = "keras.layers.Layer.trainable"


@rule(
    "TFM247",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.applications import VGG16
    from keras.layers import Dense
    from keras.models import Sequential

    base = VGG16(include_top=False)
    base.trainable = False
    for layer in base.layers[-4:]:
        layer.trainable = True
    model = Sequential([base, Dense(10)])
    model.compile("adam", "mse")
    """,
    severity=Severity.NUMBERS,
)
def thawed_layers(file: File) -> Iterator[Manual | Undecided]:
    """Report an assignment to the layers, or to the model, that contradicts the one before it."""
    line = written_for(file).keras
    if not file.target.is_modern or not file.reaches_family() or line is KerasLine.KERAS_3:
        return
    flags = [each for each in file.every(cst.AssignTarget) if _flag(file, each) is not None]
    for target in flags:
        node = target.target
        if not isinstance(node, cst.Attribute) or not is_layer_of_model(file, node.value):
            continue
        model, flag = model_of_layer(file, node.value), _flag(file, target)
        if model is None:
            continue
        owner = file.code(model)
        own = [each for each in flags if _is_of(file, each, model) and file.function(each) is file.function(target)]
        before = [each for each in own if file.before(each, target)]
        after = [each for each in own if file.before(target, each)]
        if flag and before and not _flag(file, before[-1]) and not any(_flag(file, each) for each in after):
            if _is_model_in_use(file, model):
                yield _said(
                    target,
                    f"Keras 2 trained nothing of {owner}, which is frozen, whatever its layers said; Keras 3 trains "
                    "this one",
                    f"leave it out to train as before, or set {owner}.trainable = True first if it was meant to train",
                    before[-1],
                    line,
                )
        elif flag is False and after and _flag(file, after[-1]) and _is_standalone(file, line):
            yield _said(
                after[-1],
                f"standalone Keras left the layers of {owner} as they were, and frozen ones stayed frozen; Keras 3 "
                "sets all of them free",
                "freeze the layers again behind it to train as before",
                target,
                line,
            )


def _said(at: cst.CSTNode, said: str, advice: str, culprit: cst.CSTNode, line: KerasLine | None) -> Manual | Undecided:
    if line is None:
        return Undecided(at, "trainable of a model and of its layers", "keras==2.3", said, advice)
    return Manual(at, _SYMBOL, said, advice, culprit=culprit)


def _flag(file: File, target: cst.AssignTarget) -> bool | None:
    """The value of `x.trainable = True`."""
    statement, node = file.parent(target), target.target
    if not isinstance(node, cst.Attribute) or node.attr.value != "trainable" or not isinstance(statement, cst.Assign):
        return None
    value = literal(statement.value)
    return value if isinstance(value, bool) else None


def _is_of(file: File, target: cst.AssignTarget, model: cst.BaseExpression) -> bool:
    node = target.target
    return isinstance(node, cst.Attribute) and place(file, node.value) == place(file, model)


def _is_standalone(file: File, line: KerasLine | None) -> bool:
    return line is KerasLine.STANDALONE and all(
        each.spelling is None or each.spelling.root == "keras" for each in file.original.imports
    )


def _is_model_in_use(file: File, model: cst.BaseExpression) -> bool:
    """True if the model is compiled, or one of the layers of another model."""
    if evidence(file, model, Kind.MODEL) is Evidence.FOREIGN:
        return False
    where = place(file, model)
    for call in file.calls:
        function = call.func
        if isinstance(function, cst.Name) and place(file, function) == where:
            return True
        if isinstance(function, cst.Attribute) and place(file, function.value) == where and is_compile(file, call):
            return True
        given = [arg.value for arg in call.args]
        if file.symbol(function) == "keras.models.Sequential":
            lists = [each for each in given if isinstance(each, cst.List)]
            given = [each.value for listed in lists for each in listed.elements]
        elif method_of(call) != "add":
            continue
        if any(isinstance(each, cst.Name | cst.Attribute) and place(file, each) == where for each in given):
            return True
    return False
