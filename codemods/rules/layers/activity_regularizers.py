"""Report activity regularizers that weigh less in Keras 3, or nothing.

## What it does

Reports `activity_regularizer=` of a layer, and `ActivityRegularization`, in files of Keras 2.0-2.3; of `SimpleRNN`
and of layers in `TimeDistributed` in files of `tf.keras`, too. So is `self.add_loss(...)` in the `build` of a layer. It
rewrites nothing.

## Why

Keras 2.0-2.3 added the sum over the whole batch to the loss. `tf.keras` has always divided it by the number of rows,
and so does Keras 3: with batches of 32, the regularizer weighs a 32nd part of what it did, without a word. That of
`SimpleRNN`, of a layer in `TimeDistributed`, and what `add_loss` adds in `build`, Keras 3 leaves out.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

## Numbers

They can differ. With three rows, `Dense(2, activity_regularizer=l2(0.1))` had a loss of 0.214, and has 0.161
(`tests/behaviour/catalogue/layers_core.py`). The layers of `compat.keras` add the sum.

## What it leaves to you

The factor: multiplied by the batch size it is what it was, but in a smaller last batch. Files that do not show for
which Keras they were written: a finding asks for `--from`, or a note if the regularizer is handed on.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derived_from, derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_KEYWORD = "activity_regularizer"
_LAYERS, _LAYER = "keras.layers.", "keras.layers.ActivityRegularization"
_SAID = "Keras 2 added the activity regularizer of the whole batch to the loss, Keras 3 divides it by the batch's rows"
_GONE = "Keras 3 leaves the activity regularizer of {} out of the loss"
_IN_BUILD = "Keras 3 forgets losses before each step: one that build() adds never counts"
_FUNCTION = "add_loss() of Keras 3 takes no functions: ValueError"
_WHERE = "give the weight a regularizer=, or add the loss in call()"
_BEHIND = "put keras.layers.ActivityRegularization behind the layer"
_ADVICE = "multiply its factor by the batch size, which keeps the numbers of full batches"


@rule(
    "TFM109",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.regularizers import l1

    encoded = Dense(32, activity_regularizer=l1(1e-5))
    """,
    severity=Severity.NUMBERS,
)
def activity_regularizers(file: File) -> Iterator[Manual | Undecided]:
    """Look at calls of layers that Keras 3 forgets, and of all layers of standalone Keras."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not since(file.target, "keras 3.0"):
        return
    for added in file.calls:
        if _adds_function(file, added):
            yield Manual(added, f"{_LAYERS}Layer.add_loss", _FUNCTION, _WHERE, severity=Severity.STOPS)
        elif _adds_in_build(file, added):
            yield Manual(added, f"{_LAYERS}Layer.add_loss", _IN_BUILD, _WHERE)
    for path, call, is_standalone in (*_of_keras(file), *_of_own_classes(file)):
        found, forgotten = _regularizer(call, path), _forgotten(file, call, path)
        if found is None:
            continue
        if forgotten:
            yield Manual(found, f"{path}({_KEYWORD}=)", _GONE.format(forgotten), _BEHIND)
        elif is_standalone and line is None:
            is_handed_on = isinstance(found, cst.Arg) and isinstance(found.value, cst.Name | cst.Attribute)
            stake = "" if is_handed_on else _SAID
            yield Undecided(found, f"{_KEYWORD}=", "keras==2.3", stake, _ADVICE)
        elif is_standalone and line is KerasLine.STANDALONE:
            yield Manual(found, f"{path}({_KEYWORD}=)", _SAID, _ADVICE)


def _of_keras(file: File) -> Iterator[tuple[str, cst.Call, bool]]:
    """The calls of Keras's layers, each with its path, and whether it is of standalone Keras."""
    for reference in file.all_references():
        call = file.call_of(reference)
        if call is not None and reference.canonical.startswith(_LAYERS) and not reference.spelling.shimmed:
            yield reference.canonical, call, reference.spelling.root == "keras"


def _of_own_classes(file: File) -> Iterator[tuple[str, cst.Call, bool]]:
    """The same of the layers that the file derives from them."""
    for call in file.calls:
        owner = class_of(file, call.func) if isinstance(call.func, cst.Name) else None
        base = derived_from(file, owner) if owner is not None else None
        if base is not None and not base.shimmed and base.path.removeprefix("tensorflow.").startswith(_LAYERS):
            yield f"{_LAYERS}Layer", call, base.path.startswith("keras.")


def _adds_function(file: File, call: cst.Call) -> bool:
    """True for `self.add_loss(lambda: ...)` in a layer or model."""
    function, owner = call.func, file.enclosing_class(call)
    if not isinstance(function, cst.Attribute) or function.attr.value != "add_loss" or owner is None or not call.args:
        return False
    is_own = isinstance(function.value, cst.Name) and is_self(file, function.value)
    return is_own and isinstance(call.args[0].value, cst.Lambda) and derives_from(file, owner, *LAYERS_AND_MODELS)


def _adds_in_build(file: File, call: cst.Call) -> bool:
    """True for `self.add_loss(...)` in the `build` of a layer."""
    function, owner, inner = call.func, file.enclosing_class(call), file.function(call)
    if not isinstance(function, cst.Attribute) or function.attr.value != "add_loss" or owner is None:
        return False
    if not isinstance(inner, cst.FunctionDef) or inner.name.value != "build":
        return False
    receiver = function.value
    if isinstance(receiver, cst.Attribute) and receiver.attr.value == "layer":
        receiver = receiver.value  # the layer of a wrapper
    is_own = isinstance(receiver, cst.Name) and is_self(file, receiver)
    return is_own and derives_from(file, owner, *LAYERS_AND_MODELS)


def _forgotten(file: File, call: cst.Call, path: str) -> str:
    """What Keras 3 forgets the regularizer of, if it does."""
    if path == _LAYERS + "SimpleRNN":
        return "SimpleRNN"
    outer = file.parent(file.parent(call) or call)
    is_inside = isinstance(outer, cst.Call) and file.symbol(outer.func) == _LAYERS + "TimeDistributed"
    return "a layer in TimeDistributed" if is_inside else ""


def _regularizer(call: cst.Call, path: str) -> cst.CSTNode | None:
    if path == _LAYER:
        return call
    arg = keyword(call, _KEYWORD)
    is_none = arg is not None and isinstance(arg.value, cst.Name) and arg.value.value == "None"
    return None if arg is None or is_none else arg
