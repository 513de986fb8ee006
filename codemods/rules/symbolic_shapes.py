"""Read the shape of a symbolic tensor as the tuple that it is.

## What it does

`x.shape.as_list()` and `x.get_shape().as_list()` become `list(x.shape)`, and `x.shape.ndims` becomes `len(x.shape)`,
where `x` comes from an `Input`, by way of layers, operators and functions of the file; so it is with a name that stands
for the shape. `x.get_shape()` becomes `x.shape` if whatever is done with it can be done with a tuple of numbers.

## Why

The shapes of `KerasTensor` are tuples in Keras 3: AttributeError.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

Tensors whose origin the file does not show, and what only a `TensorShape` or `Dimension` has.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.static_shapes import is_get_shape, is_symbolic_shape, serves_as_tuple, tensor_of
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM222",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    inputs = tf.keras.Input((4,))
    size = inputs.shape.as_list()[-1]
    """,
)
def symbolic_shapes(file: File) -> Iterator[Edit]:
    """Only where an `Input` certainly reaches the tensor."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in file.calls:
        if file.reference(call.func) is None and isinstance(call.func, cst.Attribute) and not call.args:
            if call.func.attr.value == "as_list":
                yield from _read(file, call, call.func.value, "list({})")
            elif is_get_shape(call) and is_symbolic_shape(file, call) and serves_as_tuple(file, call):
                yield from _read(file, call, call, "{}")
    for node in file.attributes:
        if node.attr.value in ("ndims", "rank"):
            yield from _read(file, node, node.value, "len({})")


def _read(file: File, node: cst.CSTNode, shape: cst.BaseExpression, form: str) -> Iterator[Edit]:
    """What is read of `x.shape`, of `x.get_shape()`, of a slice of it, or of a name that stands for it."""
    if is_symbolic_shape(file, shape):
        tensor = tensor_of(shape)
        code = form.format(f"{file.code(tensor)}.shape" if tensor is not None else file.code(shape))
        yield Edit(node, f"the shape of a symbolic tensor is a tuple: {code}", ((node, cst.parse_expression(code)),))
