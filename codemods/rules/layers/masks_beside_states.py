"""Report recurrent layers that are given initial states beside masked steps, whose mask Keras 3 forgets.

## What it does

Reports calls such as `decoder(steps, initial_state=states)` in a file with masks: a `Masking` layer, or an `Embedding`
with `mask_zero=True`. It rewrites nothing.

## Why

A layer of Keras 3 that is called with one argument takes the mask of that argument. With initial states it is called
with several, and then takes none: `RNN.call` has a `mask`, but no `sequences_mask`. Keras 2, and `tf.keras` up to
TensorFlow 2.15, took the mask of the steps in any case.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

They can differ, where steps are masked: an `LSTM` of ones over the tokens 1, 2, 0, 0 gave 0.9586, and gives 0.9989
(`tests/compat/shims/keras/test_recurrent.py`). No error, and no warning.

## What it leaves to you

The mask, which only the layer before knows: `embedding.compute_mask(tokens)`. Layers of the shims keep it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_LAYERS = tuple(
    f"keras.layers.{name}"
    for name in "Bidirectional ConvLSTM2D CuDNNGRU CuDNNLSTM GRU LSTM RNN SimpleRNN".split()  # noqa: SIM905
)
_SYMBOL = "keras.layers.RNN(initial_state=)"
_SAID = "Keras 3 forgets the mask of the steps where a recurrent layer is given initial states"
_ADVICE = "give it the mask: mask=embedding.compute_mask(tokens), of the layer that made the mask"
_UNMASKED = ("keras.layers.Input", "keras.Input", "keras.engine.Input")


@rule(
    "TFM320",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Embedding, Input, LSTM
    from keras.layers.core import Dense

    tokens, state, carry = Input((None,)), Input((32,)), Input((32,))
    steps = Embedding(100, 8, mask_zero=True)(tokens)
    decoded = LSTM(32)(steps, initial_state=[state, carry])
    """,
    severity=Severity.NUMBERS,
)
def masks_beside_states(file: File) -> Iterator[Manual | Undecided]:
    """Look at calls of recurrent layers."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3 or not since(file.target, "keras 3.0") or not has_masks(file):
        return
    for call in file.calls:
        if not _has_states(call) or keyword(call, "mask") is not None or not _is_recurrent(file, call):
            continue
        if _is_unmasked(file, call.args[0].value):
            continue
        if line is None:
            yield Undecided(call, _SYMBOL, "keras==2.3", _SAID, _ADVICE)
        else:
            yield Manual(call, _SYMBOL, _SAID, _ADVICE)


def _has_states(call: cst.Call) -> bool:
    """True for a call with steps, and with states by name or in the second place."""
    if not call.args or call.args[0].keyword is not None or any(arg.star for arg in call.args):
        return False
    states = keyword(call, "initial_state")
    if states is None and len(call.args) > 1 and call.args[1].keyword is None:
        states = call.args[1]
    return states is not None and not _is_none(states.value)


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _is_recurrent(file: File, call: cst.Call) -> bool:
    origin = origin_of(file, call.func)
    return isinstance(origin, Receiver) and not origin.shimmed and origin.path.removeprefix("tensorflow.") in _LAYERS


def _is_unmasked(file: File, node: cst.BaseExpression) -> bool:
    """True for what an `Input` made, or an `Embedding` that makes no mask, by itself or under a name of its own."""
    if isinstance(node, cst.Name):
        bindings = file.assignments(node)
        values = [file.assigned_value(binding) for binding in bindings]
        return bool(values) and all(value is not None and _makes_no_mask(file, value) for value in values)
    return _makes_no_mask(file, node)


def _makes_no_mask(file: File, node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Call):
        return False
    if any(file.call_of(each) is node for each in file.references(*_UNMASKED)):
        return True
    layer = node.func
    if not isinstance(layer, cst.Call) or not any(
        file.call_of(each) is layer for each in file.references("keras.layers.Embedding")
    ):
        return False
    mask = keyword(layer, "mask_zero")
    return mask is None or literal(mask.value) in (False, 0)
