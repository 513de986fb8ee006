"""Read the input of a model from its `inputs`, not from its first layer.

## What it does

`model.layers[0].input` becomes `model.inputs[0]`, unless the model is certainly a `Sequential`, whose first layer is
none that only stands for the input.

## Why

The first layer of a functional model is an `InputLayer`. Its `input` was the tensor of the model in Keras 2, and is an
empty list in Keras 3: "`inputs` argument cannot be empty."
https://github.com/keras-team/keras/blob/master/keras/src/layers/core/input_layer.py

## Numbers

No numbers involved.

## What it leaves to you

Input layers that `get_layer` or another index finds, and models with several inputs. A model that begins in the middle
of a `Sequential`: "Output with path `0` is not connected to `inputs`".
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.built_models import additions
from codemods.analysis.evidence import Kind, evidence
from codemods.analysis.model_inputs import has_several_inputs
from codemods.analysis.object_types import Receiver, origin_of
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM126",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.models import Model, load_model

    model = load_model("model.h5")
    features = Model(model.layers[0].input, model.layers[-2].output)
    """,
)
def input_layers(file: File) -> Iterator[Edit | Manual]:
    """Only of what is used as a Keras model; `inputs[0]` is right for a `Sequential` as well."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        if _is_later(node) and _begins_model(file, node):
            said = "a Sequential calls its layers again for each one that is added, so this tensor leads to no output"
            advice = "call the layers one after the other on a keras.Input of this shape"
            yield Manual(node, "keras.layers.Layer.input", said, advice)
            continue
        model = _model(node)
        if model is None or not evidence(file, model, Kind.MODEL).is_enough:
            continue
        origin = origin_of(file, model)
        if isinstance(origin, Receiver) and (not origin.is_plain or origin.path.endswith(".Sequential")):
            continue
        if has_several_inputs(file, model):
            said = f"{file.code(node)} is an empty list in Keras 3, as that of every input layer"
            yield Manual(node, "keras.layers.InputLayer.input", said, f"use the one of {file.code(model)}.inputs")
        else:
            modern = cst.parse_expression(f"{file.code(model)}.inputs[0]")
            said = f"the input of a model is {file.code(model)}.inputs[0]; an input layer has none in Keras 3"
            yield Edit(node, said, ((node, modern),))


def _is_later(node: cst.Attribute) -> bool:
    """True for `model.layers[2].input`, of another layer than the first."""
    layer = node.value
    if node.attr.value != "input" or not isinstance(layer, cst.Subscript) or not isinstance(layer.value, cst.Attribute):
        return False
    return layer.value.attr.value == "layers" and _model(node) is None


def _begins_model(file: File, node: cst.Attribute) -> bool:
    """True if a model is to begin with a tensor inside of a `Sequential` that layers are added to."""
    assert isinstance(node.value, cst.Subscript)
    assert isinstance(node.value.value, cst.Attribute)
    model = node.value.value.value
    origin = origin_of(file, model)
    if not isinstance(origin, Receiver) or not origin.path.endswith(".Sequential") or not isinstance(model, cst.Name):
        return False
    call = next((each for each in file.ancestors(node) if isinstance(each, cst.Call)), None)
    return bool(additions(file, model)) and call is not None and file.symbol(call.func) == "keras.models.Model"


def _model(node: cst.Attribute) -> cst.BaseExpression | None:
    """The model in `model.layers[0].input`."""
    layer = node.value
    if node.attr.value != "input" or not isinstance(layer, cst.Subscript) or len(layer.slice) > 1:
        return None
    index, layers = layer.slice[0].slice, layer.value
    is_first = isinstance(index, cst.Index) and literal(index.value) == 0
    return layers.value if is_first and isinstance(layers, cst.Attribute) and layers.attr.value == "layers" else None
