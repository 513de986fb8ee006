"""Make layers of models with `tf.keras.layers` where they were objects of `tf.layers`, which Keras 3 does not know.

## What it does

`self.dense = tf.layers.Dense(3)` in a class derived from `tf.keras.Model` becomes `tf.keras.layers.Dense(3)`.
So does `self.input_spec = tf.layers.InputSpec(ndim=2)`.

## Why

In TensorFlow 1 the classes of `tf.layers` were layers of Keras, and a model had their variables. Keras 3 takes them for
any other object: `model.variables` is empty, and nothing trains or is saved.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/layers/base.py

## Numbers

Same. Of both classes the defaults are the same in TensorFlow 1.15.5, and the model has as many variables
(`tests/codemods/fixtures/untracked_layers/eager.in.py`).

## What it leaves to you

`Dropout` and `BatchNormalization`, which `tf.layers` ran for inference unless the call said otherwise, and arguments
such as regularizers and initializers: TFM313 reports them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.layers_of_tensorflow_1 import kept_layers
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Severity, Stage, rule

_SAME = frozenset(
    [
        "AveragePooling1D",
        "AveragePooling2D",
        "AveragePooling3D",
        "Conv1D",
        "Conv2D",
        "Conv2DTranspose",
        "Conv3D",
        "Conv3DTranspose",
        "Dense",
        "Flatten",
        "MaxPooling1D",
        "MaxPooling2D",
        "MaxPooling3D",
        "SeparableConv1D",
        "SeparableConv2D",
    ]
)
_SPECIFICATION = "InputSpec"
"""No layer, but what one says of its inputs."""
_SIZES = ("dilation_rate", "filters", "kernel_size", "pool_size", "strides", "units")
_KEYWORDS = frozenset([*_SIZES, "activation", "data_format", "name", "padding", "trainable", "use_bias"])
_PLACES = 3
"""The positional arguments that both classes have at the same places, of all these layers."""


@rule(
    "TFM312",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf

    tf.enable_eager_execution()

    class Net(tf.keras.Model):
        def __init__(self):
            super(Net, self).__init__()
            self.dense = tf.layers.Dense(3, activation=tf.nn.relu)

        def call(self, inputs):
            return self.dense(inputs)
    """,
    severity=Severity.NUMBERS,
)
def untracked_layers(file: File) -> Iterator[Edit]:
    """Look at what the classes of the file set on themselves."""
    for reference, call, name in kept_layers(file):
        is_same = (name in _SAME and _is_plain(call)) or name == _SPECIFICATION
        if is_same and not reference.spelling.shimmed:
            tensorflow, imports = bind_module(file, "tensorflow", "tf", reference.node)
            new = cst.parse_expression(f"{tensorflow}.keras.layers.{name}")
            reason = "Keras 3 has no other" if name == _SPECIFICATION else "which a model of Keras 3 tracks"
            said = f"{reference.qualified} is now tf.keras.layers.{name}, {reason}"
            yield Edit(reference.node, said, ((reference.node, new),), imports)


def _is_plain(call: cst.Call) -> bool:
    positional = [arg for arg in call.args if arg.keyword is None]
    keywords = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    return len(positional) <= _PLACES and not any(arg.star for arg in call.args) and keywords <= _KEYWORDS
