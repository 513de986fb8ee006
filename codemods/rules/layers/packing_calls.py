"""Report layers whose own `__call__` packs its arguments into one list, which models of Keras 3 do not undo.

## What it does

Reports `return super().__call__([x, condition])` in the `__call__` of a layer. It rewrites nothing.

## Why

A functional model of Keras 3 calls its layers with what `call` got, and by `__call__`: the list comes as the first
argument and is packed once more. Keras 2 ran `call` alone.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py

## Numbers

No numbers involved: Keras 3 fails where `call` takes the list apart.

## What it leaves to you

To drop `__call__`, and to call the layer with the list.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.base_classes import is_layer_or_model, is_super
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_CALL = "__call__"


@rule(
    "TFM361",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Layer


    class Conditional(Layer):
        def __call__(self, x, condition=None, **kwargs):
            return super(Conditional, self).__call__([x, condition], **kwargs)

        def call(self, inputs):
            return inputs[0] * inputs[1]
    """,
)
def packing_calls(file: File) -> Iterator[Manual]:
    """Look at calls of `super().__call__` with a list of parameters."""
    if not goes_to_keras_3(file):
        return
    for call in file.calls:
        function, method, owner = call.func, file.function(call), file.enclosing_class(call)
        if (
            not isinstance(function, cst.Attribute)
            or function.attr.value != _CALL
            or not is_super(file, function.value)
        ):
            continue
        if owner is None or not isinstance(method, cst.FunctionDef) or method.name.value != _CALL or not call.args:
            continue
        packed = call.args[0].value
        if isinstance(packed, cst.Name):
            packed = file.only_value(packed) or packed
        if isinstance(packed, cst.List | cst.Tuple) and len(packed.elements) > 1 and is_layer_or_model(file, owner):
            said = f"a model of Keras 3 calls {owner.name.value} with the list, and this packs it once more"
            yield Manual(call, f"keras.layers.Layer.{_CALL}", said, f"drop {_CALL}, and call the layer with the list")
