"""Report what is read from `tf.python`, which TensorFlow 2.21 hides, and remove the line that filled it for Keras 1.

## What it does

Removes `tf.python.control_flow_ops = tf`, and reports other attributes that are read from `tf.python`. Imports of
`tensorflow.python` stay, as they run.

## Why

TensorFlow 1.14 to 2.3 let scripts reach its private modules as attributes. Today `tf.python` is an AttributeError, also
where something of `tensorflow.python` was imported. Keras 1 read `control_flow_ops` there, and no other release does.
https://github.com/keras-team/keras/issues/3857

## Numbers

No numbers involved: Keras 2 and 3 do not read what the line sets.

## What it leaves to you

Every reported use: to import the private module, or better a public name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.absence import absence
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.version_branches import Choices
from codemods.rewriting.remove import remove
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Stage, rule

_OF_KERAS_1 = "tensorflow.python.control_flow_ops"


@rule(
    "TFM430",
    stage=Stage.GONE,
    example="""
    import keras
    import tensorflow as tf

    tf.python.control_flow_ops = tf
    devices = tf.python.client.device_lib.list_local_devices()
    """,
)
def private_attributes(file: File) -> Iterator[Edit | Manual]:
    """Look at each longest path through the attribute; the shims have it."""
    choices = Choices(file)
    for node in file.attributes:
        reference = file.reference(node) if _is_below(file, node.value) else None
        if reference is None or choices.guarding(node):
            continue
        statement = _filling(file, node) if reference.qualified == _OF_KERAS_1 else None
        if statement is not None:
            said = f"{file.code(node)} was read by Keras 1 alone"
            yield Edit(node, said, remove(file, statement))
        elif binds(file, node) or absence(file.target, _longest(file, reference).qualified) is None:  # else TFM199 does
            module, _, name = _longest(file, reference).qualified.rpartition(".")
            said = f"{file.code(node.value)} is no attribute of TensorFlow any more: AttributeError"
            yield Manual(node, reference.qualified, said, f"import it (from {module} import {name}), or a public name")


def _is_below(file: File, node: cst.BaseExpression) -> bool:
    """True for `tf.python` in an expression."""
    if not isinstance(node, cst.Attribute) or node.attr.value != "python":
        return False
    is_import = any(isinstance(each, cst.Import | cst.ImportFrom) for each in file.ancestors(node))
    return not is_import and file.qualified_name(node.value) == "tensorflow"


def _filling(file: File, node: cst.Attribute) -> cst.SimpleStatementLine | None:
    """The statement `tf.python.control_flow_ops = tf`."""
    target = file.parent(node)
    assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(assign, cst.Assign) or len(assign.targets) != 1 or file.symbol(assign.value) != "tensorflow":
        return None
    line = file.parent(assign)
    return line if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None


def _longest(file: File, reference: Reference) -> Reference:
    while (longer := file.longer(reference)) is not None:
        reference = longer
    return reference
