"""Take a single input, or output, of a model out of its list: `Model(inputs=[x], outputs=[y])`.

## What it does

`Model(inputs=[x], outputs=[y])` becomes `Model(inputs=x, outputs=y)` where the file calls the model, reads its `input`
or `output`, or hands it to a call; also a model that a function of the file returns, or that `self` has.

## Why

Such a model had one input and one output in Keras 2: its `output` was a tensor, and so was what a call returned. In
Keras 3 both are lists, which layers do not take.
https://keras.io/api/models/model/

## Numbers

Same (`tests/codemods/fixtures/lists_of_one`): such a model takes and returns in `fit`, `evaluate` and `predict` what
the other one does.

## What it leaves to you

Models that only another module calls or cuts, and lists that have a name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import libcst as cst

from codemods.analysis.arrays.eager_kinds import eager_kind
from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.handed_on import Use, journey
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule

_OUTPUTS = "outputs"
_LAYERS = "keras.layers."
_STEPS = ("call", "predict_step", "test_step", "train_step")
_TENSORS = ("inputs", _OUTPUTS)
_SAID = "a model of [x] and [y] returns lists when it is called in Keras 3, and its output is one"


@rule(
    "TFM322",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    x = Input((2,))
    encoder = Model(inputs=[x], outputs=[Dense(3)(x)])
    decoder = Model(encoder.input, Dense(2)(encoder.output))
    """,
)
def lists_of_one(file: File) -> Iterator[Edit]:
    """Unpack the lists of models whose tensors are used."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    for reference in file.references("keras.models.Model"):
        call = file.call_of(reference)
        if call is None or not reference.certain or reference.spelling.shimmed:
            continue
        given = bind(call, *_TENSORS, "name") or {}
        lists = {
            name: (given[name].value, only)
            for name in _TENSORS
            if name in given and (only := _only(given[name].value)) is not None
        }
        if lists and _is_used(file, call, lists):
            yield Edit(call, _SAID, tuple(lists.values()))


def _only(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The element of a list of one."""
    if not isinstance(node, cst.List) or len(node.elements) != 1:
        return None
    (element,) = node.elements
    return element.value if isinstance(element, cst.Element) else None


def _is_used(file: File, made: cst.Call, ends: Collection[str]) -> bool:
    """True if a tensor at one of these ends is asked for, if calls give it, or if the model may get to other code.

    With data, a call gives one tensor in Keras 3, too: where nothing tells of Keras 2, such calls do not count.
    """
    found = journey(file, made)
    is_open = written_for(file).keras is None
    for use in found.uses:
        call = found.call_of_it(use)
        if use.attribute is not None:
            counts = f"{use.attribute}s" in ends
        elif call is not None:
            counts = _OUTPUTS in ends and not (is_open and _has_data(use.file, call))
        else:
            counts = not is_open or _is_given_to_layer(use)
        if counts:
            return True
    return False


def _is_given_to_layer(use: Use) -> bool:
    """True for `TimeDistributed(model)`."""
    symbol = use.file.symbol(use.node.func) if isinstance(use.node, cst.Call) else None
    return symbol is not None and symbol.startswith(_LAYERS)


def _has_data(file: File, call: cst.Call) -> bool:
    """True for a call with arrays or tensors, and for one in a step of training."""
    if any(eager_kind(file, arg.value) is not None for arg in call.args):
        return True
    function = file.function(call)
    if not isinstance(function, cst.FunctionDef):
        return False
    is_step = function.name.value in _STEPS or any(
        file.symbol(each.decorator) == "tensorflow.function" for each in function.decorators
    )
    return is_step or any(file.symbol(each.func) == "tensorflow.GradientTape" for each in nodes(function, cst.Call))
