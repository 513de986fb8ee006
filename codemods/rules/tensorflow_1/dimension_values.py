"""Read a dimension of a tensor's shape with `tf.compat.dimension_value`.

## What it does

`x.shape[1].value` and `x.get_shape()[1].value` become `tf.compat.dimension_value(x.shape[1])`, and so do the
dimensions of a `tf.TensorShape` that has a name.
A file that disables the behaviour of TensorFlow 2 keeps them.

## Why

Since TensorFlow 2 the dimensions of a shape are numbers, or None: "'int' object has no attribute 'value'".
TensorFlow has the function from 1.13 on, and it takes both.
https://www.tensorflow.org/api_docs/python/tf/compat/dimension_value

## Numbers

Same: the function returns the value of a `Dimension`, and anything else as it is
(`tests/codemods/rules/tensorflow_1/test_dimension_values.py`).

## What it leaves to you

Dimensions that a loop or another function takes out of the shape. `shape.dims[1].value` still works.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.graphs.graph_mode import graph_uses_on_shims, is_guarded, is_in_graph_mode
from codemods.rewriting.add_imports import bind_module, imported_name
from codemods.source.file import File
from codemods.types import Edit, Import, Stage, rule

_TENSORFLOW = ("tensorflow", "compat.tensorflow")
_TENSOR_SHAPE = (".TensorShape", ".tensor_shape.as_shape")


@rule(
    "TFM178",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    def flat(x):
        return tf.reshape(x, [-1, x.shape[1].value * x.get_shape()[2].value])
    """,
)
def dimension_values(file: File) -> Iterator[Edit]:
    """Only a `Dimension` has a value among the elements of a shape, so that the class need not be known."""
    if not file.imports_family() or has_switch(file) or _becomes_graph(file):
        return
    for node in file.attributes:
        if node.attr.value == "value" and isinstance(node.value, cst.Subscript) and _is_dimension(file, node.value):
            name, imports = _tensorflow(file, node)
            call = cst.parse_expression(f"{name}.compat.dimension_value({file.code(node.value)})")
            said = f"{file.code(node)} is a number, and {name}.compat.dimension_value takes it as well"
            yield Edit(node, said, ((node, call),), imports)


def _becomes_graph(file: File) -> bool:
    """True if another rule disables the behaviour of TensorFlow 2."""
    return is_in_graph_mode(file) or any(not is_guarded(file, each) for each in graph_uses_on_shims(file))


def _is_dimension(file: File, node: cst.Subscript) -> bool:
    """True for one element of a shape, or of a name that only stands for shapes."""
    is_one = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    return is_one and (
        _is_named_shape(file, node.value) if isinstance(node.value, cst.Name) else _is_shape(file, node.value)
    )


def _is_named_shape(file: File, name: cst.Name) -> bool:
    """True if only shapes are assigned to a name, which may be a parameter, too: `shape = tf.TensorShape(shape)`."""
    values = {each: file.assigned_value(each) for each in file.assignments(name)}
    shapes = [value is not None and _is_shape(file, value) for value in values.values()]
    return any(shapes) and all(
        is_shape or isinstance(each.node, cst.Param) for each, is_shape in zip(values, shapes, strict=True)
    )


def _is_shape(file: File, node: cst.BaseExpression) -> bool:
    """True for `x.shape`, `x.get_shape()` and `tf.TensorShape(x)`, which private modules have, too."""
    if isinstance(node, cst.Call):
        if (file.qualified_name(node.func) or "").endswith(_TENSOR_SHAPE):
            return file.symbol(node.func) is not None
        return not node.args and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get_shape"
    return isinstance(node, cst.Attribute) and node.attr.value == "shape"


def _tensorflow(file: File, node: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    had = imported_name(file, node, *_TENSORFLOW)
    return (had, ()) if had is not None else bind_module(file, "tensorflow", "tf", node)
