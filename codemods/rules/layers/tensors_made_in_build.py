"""Make the tensors that `build` keeps outside of the graph that Keras 3 builds sublayers in.

## What it does

In the `build` of a layer, `self.shape = tf.constant(shape)` moves below `with tf.init_scope():`, if another method
reads the attribute.

## Why

Keras 3 builds the layers inside of another layer in a graph of its own, which it throws away: a tensor that `build`
kept is "out of scope" in `call`. `tf.keras` built layers in `tf.init_scope()`.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/engine/base_layer.py

## Numbers

Same: the outputs are those of TensorFlow 2.3.4 (`tests/codemods/rules/layers/test_tensors_made_in_build.py`).

## What it leaves to you

Tensors that other functions make for `build`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Replacement, rule

_BUILD = "build"
_TENSORFLOW = "tensorflow."
_NO_TENSORS = ("tensorflow.keras.", "tensorflow.compat.", "tensorflow.contrib.")


@rule(
    "TFM362",
    example="""
    import tensorflow as tf


    class Margin(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.w = self.add_weight(name="w", shape=[int(input_shape[-1]), 2])
            self.margin = tf.constant(0.5)

        def call(self, x):
            return tf.matmul(x, self.w) * self.margin
    """,
)
def tensors_made_in_build(file: File) -> Iterator[Edit]:
    """Move the lines of `build` itself; one block for lines that follow each other."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        build = methods_of(owner).get(_BUILD)
        if build is None or not is_layer_or_model(file, owner):
            continue
        for lines in _runs(file, owner, build):
            tensorflow, imports = bind_module(file, "tensorflow", "tf", lines[0])
            scope = cst.WithItem(cst.Call(cst.parse_expression(f"{tensorflow}.init_scope")))
            first = lines[0].with_changes(leading_lines=())
            moved = cst.With([scope], cst.IndentedBlock([first, *lines[1:]]), leading_lines=lines[0].leading_lines)
            rest: list[tuple[cst.CSTNode, Replacement]] = [(each, cst.RemoveFromParent()) for each in lines[1:]]
            said = "Keras 3 builds layers inside of others in a graph that it throws away: the tensor is made outside"
            yield Edit(lines[0], said, ((lines[0], moved), *rest), imports)


def _runs(file: File, owner: cst.ClassDef, build: cst.FunctionDef) -> Iterator[list[cst.SimpleStatementLine]]:
    """The lines that keep a tensor, those that follow each other together."""
    run: list[cst.SimpleStatementLine] = []
    for line in build.body.body:
        if isinstance(line, cst.SimpleStatementLine) and _keeps_tensor(file, owner, build, line):
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _keeps_tensor(file: File, owner: cst.ClassDef, build: cst.FunctionDef, line: cst.SimpleStatementLine) -> bool:
    """True for `self.name = tf.function(...)` alone on its line, which another method reads."""
    assign = line.body[0]
    if len(line.body) != 1 or not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return False
    target, value = assign.targets[0].target, assign.value
    if attribute_of_self(file, target) is None:
        return False
    symbol = (file.symbol(value.func) if isinstance(value, cst.Call) else None) or ""
    if not symbol.startswith(_TENSORFLOW) or symbol.startswith(_NO_TENSORS) or _makes_object(symbol):
        return False
    name = file.code(target)
    return any(file.code(each) == name and file.function(each) is not build for each in nodes(owner, cst.Attribute))


def _makes_object(symbol: str) -> bool:
    """True for classes, such as `tf.Variable` and `tf.random_normal_initializer`."""
    name = symbol.rpartition(".")[2]
    return name[:1].isupper() or name.endswith("initializer")
