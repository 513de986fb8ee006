"""Report inputs of ragged tensors, for layers of Keras 3 that do not take them.

## What it does

Looks for `Input(shape, ragged=True)`. It rewrites nothing.

## Why

Layers of Keras 2 took a ragged tensor, or made a dense one of it and kept its lengths as a mask. Of Keras 3's, an
`Embedding`, a `Dropout`, global pooling and a `Lambda` that reduces it take it. Recurrent layers, `TimeDistributed` and
a `Dense` raise: "Cannot index into an inner ragged dimension", "Failed to convert elements of tf.RaggedTensor".
https://keras.io/api/layers/core_layers/input/

## Numbers

No numbers involved, as Keras 3 raises. On `x.to_tensor()` behind `Embedding(..., mask_zero=True)`, an `LSTM` has the
loss that it had on the ragged tensor in TensorFlow 2.4 to 2.15 (`tests/codemods/rules/models/test_ragged_inputs.py`).

## What it leaves to you

Every reported input, words that are 0 in the data, which the mask would leave out, and ragged tensors that reach a
model without an `Input`. Inputs get a note if they lead to layers that take them, or if the file has no others.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import only_value_of, places_of
from codemods.analysis.objects.built_models import returns_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.tensors.symbolic import INPUTS
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_LAYERS = "keras.layers."
_POOLING = frozenset({"GlobalAveragePooling1D", "GlobalMaxPooling1D"})
_KEEPING = frozenset({"Dropout", "Embedding", "StringLookup"})
_MODEL = "keras.models.Model"
_REDUCING = tuple(
    f"tensorflow.{module}reduce_{kind}" for module in ("", "math.") for kind in ("max", "mean", "min", "sum")
)
_DEPTH = 12
"""More layers than lie between an input and what makes a dense tensor of it."""
_TAKING = _POOLING | {"Input", "InputLayer", "Embedding", "Dropout", "Dense"}


@rule(
    "TFM376",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    words = tf.keras.layers.Input((None,), dtype=tf.int32, ragged=True)
    steps = tf.keras.layers.Embedding(1000, 16)(words)
    outputs = tf.keras.layers.LSTM(8)(steps)
    """,
)
def ragged_inputs(file: File) -> Iterator[Manual]:
    """Report each input; the shims hand it on to Keras 3."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(*INPUTS, "keras.layers.InputLayer"):
        call = file.call_of(reference)
        given = keyword(call, "ragged") if call is not None else None
        if call is not None and given is not None and literal(given.value) is True:
            said = "of Keras 3's layers, an Embedding and global pooling take ragged tensors, recurrent ones do not"
            advice = "give the model dense data, x.to_tensor(), and the Embedding mask_zero=True"
            yield Manual(
                call,
                f"{reference.canonical}(ragged=)",
                said,
                advice,
                is_note=_all_take_them(file) or not _is_refused(file, call),
            )


def _all_take_them(file: File) -> bool:
    """True if the file has a pooling layer, and none but layers that take ragged tensors, or come after the pooling."""
    named = {
        each.canonical.removeprefix(_LAYERS) for each in file.all_references() if each.canonical.startswith(_LAYERS)
    }
    return bool(named & _POOLING) and named <= _TAKING


def _is_refused(file: File, tensor: cst.CSTNode, depth: int = _DEPTH) -> bool:
    """True if a ragged tensor may get to a layer of Keras that takes none; a layer of other classes ends its way."""
    above = file.parent(tensor)
    if not depth:
        return True
    if isinstance(above, cst.Assign):
        names = [each.target for each in above.targets if isinstance(each.target, cst.Name | cst.Attribute)]
        bound = {each for name in names for each in (name, *places_of(file, name))}
        uses = [each for each in bound if not isinstance(file.parent(each), cst.AssignTarget)]
        given = [each for each in uses if not _is_input_of_model(file, each)]
        return not given or any(_is_refused(file, each, depth - 1) for each in given)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    layer = _layer(file, call.func) if isinstance(call, cst.Call) else None
    if call is None or layer is None:
        return True
    symbol = file.symbol(layer.func) or ""
    kind = symbol.removeprefix(_LAYERS)
    if kind in _KEEPING:
        return _is_refused(file, call, depth - 1)
    if kind in _POOLING or _ends(file, layer):
        return False
    return symbol.startswith("keras.") or not _is_of_others(file, layer.func)


def _is_of_others(file: File, made: cst.BaseExpression) -> bool:
    """True for a layer of another package, and for one of the file that has no layers of Keras in it."""
    owner = class_of(file, made) if isinstance(made, cst.Name) else None
    if owner is None:
        return file.qualified_name(made) is not None
    inner = (each for each in nodes(owner.body, cst.Call) if (file.symbol(each.func) or "").startswith(_LAYERS))
    return not any(True for _ in inner)


def _is_input_of_model(file: File, node: cst.CSTNode) -> bool:
    call = next((each for each in file.ancestors(node) if isinstance(each, cst.Call)), None)
    return call is not None and file.symbol(call.func) == _MODEL


def _layer(file: File, node: cst.BaseExpression) -> cst.Call | None:
    """The call that makes a layer, by itself or behind a variable."""
    made = only_value_of(file, node) if isinstance(node, cst.Name | cst.Attribute) else node
    return made if isinstance(made, cst.Call) else None


def _ends(file: File, layer: cst.Call) -> bool:
    """True for a `Lambda` that reduces its tensor, or makes a dense one of it and says of which shape."""
    if file.symbol(layer.func) != f"{_LAYERS}Lambda" or not layer.args:
        return False
    function = layer.args[0].value
    returned = [function.body] if isinstance(function, cst.Lambda) else returns_of(file, function)
    result = returned[0] if len(returned) == 1 else None
    if not isinstance(result, cst.Call):
        return False
    if method_of(result) == "to_tensor":
        return keyword(layer, "output_shape") is not None
    axis = (bind(result, "input_tensor", "axis", "keepdims") or {}).get("axis")
    return file.symbol(result.func) in _REDUCING and axis is not None and literal(axis.value) == 1
