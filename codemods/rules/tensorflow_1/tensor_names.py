"""Report operations and graph names of the tensors of a Keras model.

## What it does

Reports `model.output.op`, `model.inputs[0].graph` and `[out.op.name for out in model.outputs]`, and the names of
outputs. It rewrites nothing.

## Why

A tensor of a Keras 3 model belongs to no graph: AttributeError for `op` and `graph`. The name of an output, which was
`dense/Softmax:0`, is `keras_tensor_3`. Inputs keep the name that they were given; one without a name, which was
`dense_input:0`, is `keras_tensor`.
https://github.com/keras-team/keras/blob/master/keras/src/backend/common/keras_tensor.py

## Numbers

No numbers involved.

## What it leaves to you

Every reported use: `model.export(path)` writes a SavedModel, whose signature names inputs and outputs.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_ENDS = {"output": "output", "outputs": "output", "input": "input", "inputs": "input"}
_LISTS = ("outputs", "inputs")
_GONE = ("op", "graph")
_DEPTH = 4
_ADVICE = (
    "the layers that end the model are model.output_names, and [model.layers[-1].name] of a Sequential; "
    "model.export(path) writes a SavedModel"
)


@rule(
    "TFM250",
    stage=Stage.ADVICE,
    example="""
    from keras.models import load_model

    model = load_model("model.h5")
    names = [out.op.name for out in model.outputs]
    """,
)
def tensor_names(file: File) -> Iterator[Manual]:
    """Look at the attributes of tensors that come from `inputs` and `outputs`, by index, loop or name."""
    if not file.target.is_modern or not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        name = node.attr.value
        end = _end(file, node.value) if name in (*_GONE, "name") else None
        if end is None or (name == "name" and end == "input"):
            continue
        if name == "name":
            said = "the name of an output is keras_tensor_3 or the like in Keras 3, not dense/Softmax:0"
        else:
            said = f"the {end}s of a Keras 3 model have no {name}: they belong to no graph"
        yield Manual(node, f"keras.KerasTensor.{name}", said, _ADVICE)


def _end(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> str | None:
    """`input` or `output` if an expression is such a tensor of a model or of its layers."""
    if isinstance(node, cst.Subscript):
        return _of_list(file, node.value)
    if isinstance(node, cst.Attribute) and node.attr.value in _ENDS and node.attr.value not in _LISTS:
        return _ENDS[node.attr.value] if _is_model(file, node.value) or _is_layer(file, node.value) else None
    if not isinstance(node, cst.Name) or not depth:
        return None
    binding = file.only_binding(node)
    if binding is None:
        return None
    value = file.assigned_value(binding)
    if value is not None:
        return _end(file, value, depth - 1)
    iterable = loop_iterable(file, binding.node) if binding.node is not None else None
    return _of_list(file, iterable) if iterable is not None else None


def _of_list(file: File, node: cst.BaseExpression) -> str | None:
    if not isinstance(node, cst.Attribute) or node.attr.value not in _LISTS:
        return None
    return _ENDS[node.attr.value] if _is_model(file, node.value) else None


def _is_model(file: File, node: cst.BaseExpression) -> bool:
    return evidence(file, node, Kind.MODEL).is_enough and shim_of(file, node) is None


def _is_layer(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.layers[-1]` and `model.get_layer(...)`."""
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute):
        return node.value.attr.value == "layers" and _is_model(file, node.value.value)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.attr.value == "get_layer" and _is_model(file, node.func.value)
    return False
