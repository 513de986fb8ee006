"""Read the shape that a layer is built with as the tuple that it is in Keras 3.

## What it does

In `build` and `compute_output_shape` of a layer, `input_shape.as_list()` becomes `list(input_shape)`, and
`input_shape[-1].value` becomes `input_shape[-1]`. So do the shapes in a list of them, `input_shape[0].as_list()`, and
what keeps a shape under another name: `self.shape.as_list()` in `call`, after `self.shape = input_shape`.

## Why

`tf.keras` passed a `tf.TensorShape`, with `Dimension` objects in TensorFlow 1. Keras 3 passes a tuple of numbers:
"'tuple' object has no attribute 'as_list'".
https://keras.io/api/layers/base_layer/

## Numbers

No numbers involved.

## What it leaves to you

Shapes that go through functions.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.source.arguments import literal_key
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_DEPTH = 3
_METHODS = ("build", "compute_output_shape")


@rule(
    "TFM224",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Linear(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.kernel = self.add_weight(name="kernel", shape=[input_shape[-1].value, 10])
    """,
)
def layer_shapes(file: File) -> Iterator[Edit]:
    """Of the parameter, which nothing else in the method binds, and of names and attributes that keep it."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for node in file.attributes:
        if node.attr.value == "as_list":
            call = file.parent(node)
            if isinstance(call, cst.Call) and call.func is node and not call.args and _is_shape(file, node.value):
                code = f"list({file.code(node.value)})"
                yield Edit(
                    call, f"{file.code(node.value)} is a tuple in Keras 3", ((call, cst.parse_expression(code)),)
                )
        elif node.attr.value == "value" and isinstance(node.value, cst.Subscript) and _is_shape(file, node.value.value):
            yield Edit(node, f"{file.code(node.value)} is a number in Keras 3", ((node, node.value),))


def _is_shape(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for the second parameter of `build(self, input_shape)` in a layer, a shape in it, or what keeps these."""
    if isinstance(node, cst.Subscript):
        return isinstance(literal_key(node), int) and _is_shape(file, node.value)
    value = only_value_of(file, node) if depth else None
    if value is not None and value is not node:
        return _is_shape(file, value, depth - 1)
    method = file.function(node)
    if not isinstance(node, cst.Name) or not isinstance(method, cst.FunctionDef) or method.name.value not in _METHODS:
        return False
    binding = file.only_binding(node)
    shape = method.params.params[1:2]
    owner = file.enclosing_class(method)
    if binding is None or owner is None or [binding.node] != [*shape]:
        return False
    known = derived_from(file, owner)
    return known is not None and known.is_a(LAYER)
