"""Add the weights of a wrapper to the wrapper itself, where it added them to the layer that it has built.

## What it does

In a class that derives from `Wrapper`, `self.layer.add_weight(...)` becomes `self.add_weight(...)`.

## Why

A layer of Keras 3 takes no more weights once it is built: "You cannot add new elements of state (variables or
sub-layers) to a layer that is already built". The wrapper tracks its own weights as it does those of its layer.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/core/wrapper.py

## Numbers

Same: losses and numbers of weights are those of Keras 2.3.1
(`tests/codemods/rules/layers/test_weights_of_wrapped_layers.py`).

## What it leaves to you

Files of weights: the weight has another place in them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.types import Edit, rule

_WRAPPER = "keras.layers.Wrapper"
_LAYER, _ADD = "layer", "add_weight"


@rule(
    "TFM360",
    example="""
    from keras.layers import Wrapper


    class Scaled(Wrapper):
        def build(self, input_shape=None):
            if not self.layer.built:
                self.layer.build(input_shape)
                self.layer.built = True
            super(Scaled, self).build()
            self.scale = self.layer.add_weight(name="scale", shape=(1,), initializer="ones", trainable=True)
    """,
)
def weights_of_wrapped_layers(file: File) -> Iterator[Edit]:
    """Only on the `layer` of the wrapper itself."""
    if not goes_to_keras_3(file):
        return
    for node in file.attributes:
        inner, owner = node.value, file.enclosing_class(node)
        if node.attr.value != _ADD or owner is None or not derives_from(file, owner, _WRAPPER):
            continue
        if isinstance(inner, cst.Attribute) and attribute_of_self(file, inner) == _LAYER:
            said = "a layer of Keras 3 that is built takes no more weights: the wrapper has this one"
            yield Edit(node, said, ((inner, inner.value),))
