"""Report layers that an own layer makes in `__call__`, where a `Sequential` model holds it.

## What it does

Looks for `Sequential([..., Attention()])` and `model.add(Attention())`, also through lists, loops and functions, where
`Attention` is a layer of the project whose `__call__` makes layers: `return Dense(3)(inputs)`. It rewrites nothing.

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

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.models.held_layers import held_layers
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.own_functions import function_called
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule
from compat.tables.behaviour.layer_state import LAYERS_WITH_WEIGHTS

_DEPTH = 3


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
    for call in held_layers(file):
        if isinstance(call.func, cst.Name | cst.Attribute) and _makes_layers(file, call.func):
            name = file.code(call.func)
            said = f"Keras 3 does not train the layers that __call__ of {name} makes, in a Sequential model"
            yield Manual(call, name, said, "build a functional model, or call layers of __init__ in call()")


def _makes_layers(file: File, name: cst.Name | cst.Attribute) -> bool:
    """True for a layer of the project whose `__call__` makes others."""
    module, owner = definition(file, name) or (file, None)
    if not isinstance(owner, cst.ClassDef) or not is_layer_or_model(module, owner):
        return False
    function = method(module, owner, "__call__")
    return function is not None and _makes_any(module, function)


def _has_weights(file: File, made: cst.Call) -> bool:
    """True for the layers of Keras that have weights, and for all of the project."""
    symbol = file.symbol(made.func)
    if symbol is not None:
        return symbol in LAYERS_WITH_WEIGHTS or symbol.endswith(("Cell", "LocallyConnected1D", "LocallyConnected2D"))
    found = definition(file, made.func) if isinstance(made.func, cst.Name | cst.Attribute) else None
    return found is not None and isinstance(found[1], cst.ClassDef) and is_layer_or_model(found[0], found[1])


def _makes_any(file: File, function: cst.FunctionDef, depth: int = _DEPTH) -> bool:
    """True if a function makes a layer with weights, or calls a function of the project that does."""
    for call in nodes(function.body, cst.Call):
        if _has_weights(file, call):
            return True
        found = function_called(file, call) if depth else None
        if found is not None and found.function.name.value != "__init__":
            if _makes_any(found.file, found.function, depth - 1):
                return True
    return False
