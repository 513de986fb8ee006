"""Leave out `inputs=` where a layer adds a loss in its `call`.

## What it does

`self.add_loss(loss, inputs=x)` and `self.add_loss(loss, x)` in the `call` of a layer or model become
`self.add_loss(loss)`, and so does `self.add_loss(losses=loss)`.

## Why

Keras 3 raises TypeError: "Layer.add_loss() got an unexpected keyword argument 'inputs'".
https://keras.io/api/layers/base_layer/#add_loss-method

## Numbers

Same: Keras 2.3.1 counted such a loss for each call of the layer, as Keras 3 does
(`tests/codemods/fixtures/loss_inputs/divergence.in.py` has its losses, to
1e-5).

## What it leaves to you

Losses that are added outside of `call`: TFM196, TFM209 and TFM236 report them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derives_from
from codemods.source.arguments import bind, with_args
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, rule


@rule(
    "TFM277",
    example="""
    from keras import backend as K
    from keras.layers import Layer


    class Divergence(Layer):
        def call(self, x):
            mean, log_variance = x
            loss = -0.5 * K.mean(1 + log_variance - K.square(mean) - K.exp(log_variance))
            self.add_loss(loss, inputs=x)
            return mean
    """,
)
def loss_inputs(file: File) -> Iterator[Edit]:
    """Only of classes that certainly are layers or models."""
    for owner in file.every(cst.ClassDef):
        if file.target.is_modern and derives_from(file, owner, *LAYERS_AND_MODELS):
            for method in owner.body.body:
                if isinstance(method, cst.FunctionDef) and method.name.value == "call" and method.params.params:
                    yield from _in_call(method, method.params.params[0].name.value)


def _in_call(method: cst.FunctionDef, itself: str) -> Iterator[Edit]:
    for call in nodes(method.body, cst.Call):
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value != "add_loss":
            continue
        bound = bind(call, "losses", "inputs")
        if name_of(function.value) != itself or bound is None or "losses" not in bound:
            continue
        if "inputs" in bound or bound["losses"].keyword is not None:
            kept = cst.Arg(bound["losses"].value)
            yield Edit(call, "add_loss() in call() takes no inputs", ((call, with_args(call, [kept])),))
