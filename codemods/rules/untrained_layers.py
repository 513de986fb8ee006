"""Report layers that an own layer makes in `__call__`, where a `Sequential` model holds it.

## What it does

Looks for `Sequential([..., Attention()])` and `model.add(Attention())`, where `Attention` is a layer of the project
whose `__call__` makes layers: `return Dense(3)(inputs)`. It rewrites nothing.

## Why

Keras 2 made a `Sequential` of all layers that it went through. That of Keras 3 has the weights of the layers that it
holds, and does not train those that `__call__` made. It says nothing.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/sequential.py

## Numbers

They can differ: such layers keep their first weights (`tests/compat/tables/test_untrained_layers.py`).

## What it leaves to you

To build a functional model, in which these layers are trained, or to make the layers in `__init__` and to call them in
`call()`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.base_classes import is_layer_or_model
from codemods.analysis.definitions import definition
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.model_outputs import is_sequential
from codemods.analysis.own_classes import method
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_SEQUENTIAL = ("keras.models.Sequential", "keras.Sequential")


@rule(
    "TFM336",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Layer
    from keras.models import Sequential

    class Head(Layer):
        def __call__(self, inputs):
            return Dense(3)(inputs)

    model = Sequential([Dense(8, input_shape=(4,)), Head()])
    """,
    severity=Severity.NUMBERS,
)
def untrained_layers(file: File) -> Iterator[Manual]:
    """Report each place where a `Sequential` gets such a layer."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in file.calls:
        if isinstance(call.func, cst.Name) and _is_held(file, call) and _makes_layers(file, call.func):
            said = f"Keras 3 does not train the layers that __call__ of {call.func.value} makes, in a Sequential model"
            yield Manual(call, call.func.value, said, "build a functional model, or call layers of __init__ in call()")


def _is_held(file: File, layer: cst.Call) -> bool:
    """True for a layer in the list of a `Sequential`, and for one that is added to it."""
    above = file.parent(layer)
    if isinstance(above, cst.Element):
        listed = file.parent(above)
        above = file.parent(listed) if isinstance(listed, cst.List | cst.Tuple) else None
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return False
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "add":
        return is_sequential(file, call.func.value)
    return file.symbol(call.func) in _SEQUENTIAL


def _makes_layers(file: File, name: cst.Name) -> bool:
    """True for a layer of the project whose `__call__` makes others."""
    module, owner = definition(file, name) or (file, None)
    if not isinstance(owner, cst.ClassDef) or not is_layer_or_model(module, owner):
        return False
    function = method(module, owner, "__call__")
    calls = nodes(function, cst.Call) if function is not None else ()
    made = (each.func for each in calls if isinstance(each.func, cst.Call))
    return any((module.symbol(each.func) or "").startswith("keras.layers.") for each in made)
