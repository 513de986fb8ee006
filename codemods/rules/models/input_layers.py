"""Read the input of a model from its `inputs`, not from its first layer.

## What it does

`model.layers[0].input` becomes `model.inputs[0]`, unless the model is certainly a `Sequential`, whose first layer is
none that only stands for the input; so does `model.get_layer(index=0).input`. `model.get_layer("image").input` becomes
`model.get_layer("image").output` where the file, or another script of the project, has an `Input(name="image")`. Where
a model begins with such a tensor, and nothing tells what the layer is, a note says what to look for.

## Why

The first layer of a functional model is an `InputLayer`. Its `input` was the tensor of the model in Keras 2, and is an
empty list in Keras 3: "`inputs` argument cannot be empty."
https://github.com/keras-team/keras/blob/master/keras/src/layers/core/input_layer.py

## Numbers

No numbers involved.

## What it leaves to you

Input layers of models that are loaded, as far as neither their name nor the project tells, those that another index
finds, and models with several inputs. A model that begins in the middle of a `Sequential`: "Output with path `0` is not
connected to `inputs`".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.models.model_inputs import has_several_inputs
from codemods.analysis.objects.built_models import additions
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, bind, keyword, literal
from codemods.source.file import File
from codemods.source.project import LayerKind
from codemods.types import Edit, Manual, Stage, rule

_USUAL = re.compile(
    r"\d|act|add|batch|block|conc|conv|dense|drop|emb|flat|gru|lstm|norm|pool|relu|reshape|rnn|stem|pad"
)
_INPUTS = ("keras.layers.Input", "keras.layers.InputLayer", "keras.Input", "keras.models.Input")


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
        name = _name(node)
        if name is not None:
            yield from _named(file, node, name)
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


def _name(node: cst.Attribute) -> str | None:
    """The name in `model.get_layer("image").input`."""
    call = node.value
    if node.attr.value != "input" or not isinstance(call, cst.Call) or method_of(call) != "get_layer":
        return None
    given = argument(call, "name")
    value = literal(given.value) if given is not None else None
    return value if isinstance(value, str) else None


def _named(file: File, node: cst.Attribute, name: str) -> Iterator[Edit | Manual]:
    """Take the output of an input layer, which is its tensor in both; report one that only its name shows."""
    if name in _names(file, *_INPUTS):
        said = f"the input layer {name} has no input in Keras 3: its output is the same tensor"
        yield Edit(node, said, ((node.attr, cst.Name("output")),))
        return
    kind = file.project.kind_of_layer(name) if name not in _names(file) else LayerKind.OTHER
    if kind is LayerKind.INPUT:
        said = f"{name} is an input layer of this project, which has no input in Keras 3: its output is the same tensor"
        yield Edit(node, said, ((node.attr, cst.Name("output")),))
    elif kind is LayerKind.UNKNOWN and ((is_told := "input" in name.lower()) or _may_be_input(file, node, name)):
        said = f"{file.code(node)} is an empty list in Keras 3 if {name} is an input layer"
        advice = "take its output, which is the same tensor"
        yield Manual(node, "keras.layers.InputLayer.input", said, advice, is_note=not is_told)


def _may_be_input(file: File, node: cst.Attribute, name: str) -> bool:
    """True if a model begins with the tensor, and the name is not as those of the layers that take it."""
    return _USUAL.search(name.lower()) is None and _is_given_as_input(file, node)


def _is_given_as_input(file: File, node: cst.CSTNode) -> bool:
    """True for `Model(node, ...)`, `Model(inputs=[node, ...], ...)`, and for a name that is given so."""
    above = file.parent(node)
    while isinstance(above, cst.Element | cst.List | cst.Tuple):
        above = file.parent(above)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or file.symbol(call.func) != "keras.models.Model":
        return False
    return above in ((bind(call, "inputs", "outputs", "name") or {}).get("inputs"), keyword(call, "input"))


def _names(file: File, *symbols: str) -> set[object]:
    """The names that calls of these functions, or of any, are given."""
    calls = (call for call in file.calls if not symbols or file.symbol(call.func) in symbols)
    return {
        literal(arg.value)
        for call in calls
        if (arg := keyword(call, "name")) is not None and method_of(call) != "get_layer"
    }


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
    """The model in `model.layers[0].input`, and in `model.get_layer(index=0).input`."""
    layer = node.value
    if node.attr.value == "input" and isinstance(layer, cst.Call) and isinstance(layer.func, cst.Attribute):
        index = keyword(layer, "index") if layer.func.attr.value == "get_layer" and len(layer.args) == 1 else None
        return layer.func.value if index is not None and literal(index.value) == 0 else None
    if node.attr.value != "input" or not isinstance(layer, cst.Subscript) or len(layer.slice) > 1:
        return None
    place, layers = layer.slice[0].slice, layer.value
    is_first = isinstance(place, cst.Index) and literal(place.value) == 0
    return layers.value if is_first and isinstance(layers, cst.Attribute) and layers.attr.value == "layers" else None
