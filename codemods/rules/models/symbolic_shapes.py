"""Read the shape of a symbolic tensor as the tuple that it is.

## What it does

`x.shape.as_list()` and `x.get_shape().as_list()` become `list(x.shape)`, and `x.shape.ndims` becomes `len(x.shape)`,
where `x` comes from an `Input`, by way of layers, operators and functions of the file, or is a parameter of a function
that makes layers for it; so it is with a name that stands for the shape. `x.get_shape()` becomes `x.shape` if whatever
is done with it can be done with a tuple of numbers. `K.ndim(x)` becomes `len(x.shape)`, and `K.dtype(x)` `x.dtype`.

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

from codemods.analysis.calls.api_calls import since
from codemods.analysis.graphs.graph_mode import is_in_graph_mode
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.static_shapes import is_get_shape, is_symbolic_shape, serves_as_tuple, tensor_of
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind
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
    yield from _asked_of_backend(file)


def _asked_of_backend(file: File) -> Iterator[Edit]:
    """`K.ndim(x)` and `K.dtype(x)` of symbolic tensors, and the former of tensors that nothing tells of.

    Those of TensorFlow have a shape with a length, too, and it is they that a layer is called with.
    """
    for name, form in _TOLD.items():
        for reference in file.references(f"keras.backend.{name}"):
            call = file.call_of(reference)
            given = bind(call, "x") if call is not None and not reference.spelling.shimmed else None
            if call is None or not given or not isinstance(given["x"].value, _PLAIN):
                continue
            is_known = is_symbolic(file, given["x"].value)
            if is_known or (name == "ndim" and _may_be_symbolic(file, call)):
                code = form.format(file.code(given["x"].value))
                said = f"{file.code(call.func)} does not take the tensor of a functional model: {code}"
                yield Edit(call, said, ((call, cst.parse_expression(code)),), still_runs=not is_known)


def _may_be_symbolic(file: File, call: cst.Call) -> bool:
    if written_for(file).keras is KerasLine.KERAS_3 or is_in_graph_mode(file):
        return False
    owner, function = file.enclosing_class(call), file.function(call)
    is_given_labels = isinstance(function, cst.FunctionDef) and any(
        each.name.value in _LABELS for each in function.params.params
    )
    return not is_given_labels and (owner is None or not is_layer_or_model(file, owner))


_LABELS = ("y_true", "y_pred")
"""What losses and metrics are given are tensors of TensorFlow."""
_TOLD = {"ndim": "len({}.shape)", "dtype": "{}.dtype"}
_PLAIN = cst.Name | cst.Attribute | cst.Subscript | cst.Call


def _read(file: File, node: cst.CSTNode, shape: cst.BaseExpression, form: str) -> Iterator[Edit]:
    """What is read of `x.shape`, of `x.get_shape()`, of a slice of it, or of a name that stands for it."""
    if is_symbolic_shape(file, shape):
        tensor = tensor_of(shape)
        code = form.format(f"{file.code(tensor)}.shape" if tensor is not None else file.code(shape))
        yield Edit(node, f"the shape of a symbolic tensor is a tuple: {code}", ((node, cst.parse_expression(code)),))
