"""Read a dimension of a tensor's shape with `tf.compat.dimension_value`.

## What it does

`x.shape[1].value` and `x.get_shape()[1].value` become `tf.compat.dimension_value(x.shape[1])`.
A file that disables the behaviour of TensorFlow 2 keeps them.

## Why

Since TensorFlow 2 the dimensions of a shape are numbers, or None: "'int' object has no attribute 'value'".
TensorFlow has the function from 1.13 on, and it takes both.
https://www.tensorflow.org/api_docs/python/tf/compat/dimension_value

## Numbers

Same: the function returns the value of a `Dimension`, and anything else as it is
(`tests/codemods/rules/test_dimension_values.py`).

## What it leaves to you

Dimensions that a loop or another function takes out of the shape. `shape.dims[1].value` still works.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graph_mode import graph_uses_on_shims, has_switch, is_guarded, is_in_graph_mode
from codemods.rewriting.add_imports import bind_module, imported_name
from codemods.source.file import File
from codemods.types import Edit, Import, Stage, rule

_TENSORFLOW = ("tensorflow", "compat.tensorflow")


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
    """True for one element of `x.shape` or `x.get_shape()`, or of a name that only stands for one of them."""
    shape = node.value
    if isinstance(shape, cst.Name):
        shape = file.only_value(shape) or shape
    is_one = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
    if isinstance(shape, cst.Call):
        return (
            is_one and not shape.args and isinstance(shape.func, cst.Attribute) and shape.func.attr.value == "get_shape"
        )
    return is_one and isinstance(shape, cst.Attribute) and shape.attr.value == "shape"


def _tensorflow(file: File, node: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    had = imported_name(file, node, *_TENSORFLOW)
    return (had, ()) if had is not None else bind_module(file, "tensorflow", "tf", node)
