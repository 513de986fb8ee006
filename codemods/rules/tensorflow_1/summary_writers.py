"""Make the `tf.summary.FileWriter` of TensorFlow 1 in a graph of its own, where no other code needs one.

## What it does

Puts `writer = tf.summary.FileWriter(folder)` into `with tf.Graph().as_default():`, in a file that has Keras, or nothing
but summaries, and needs a graph for its writers alone. What a writer then writes stays as it is.

## Why

TensorFlow 2 refuses to make one while it runs eagerly: `RuntimeError: v1.summary.FileWriter is not compatible with
eager execution`. Once it is there, it takes a `tf.Summary` in eager code as well.
https://www.tensorflow.org/tensorboard/migrate

## Numbers

Same: the files hold the events that TensorFlow 1.15 wrote (`tests/codemods/fixtures/summary_writers/training.in.py`).

## What it leaves to you

Writers that are made within a longer line, which are reported.
The writer of TensorFlow 2 is `tf.summary.create_file_writer(folder)`, which takes `tf.summary.scalar(name, value,
step=step)`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.graphs.graph_mode import (
    are_writers_alone,
    graph_uses,
    graph_uses_on_shims,
    has_estimators,
    is_guarded,
)
from codemods.rewriting.add_imports import bind_module
from codemods.source.canonical_names import V1
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

_ROOTS = ("tensorflow", V1, "compat.tensorflow", f"compat.{V1}")
_PLAIN = ("os.", "posixpath.", "datetime.", "time.")
_SAID = "FileWriter is not made in eager code"


@rule(
    "TFM399",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from keras.callbacks import Callback

    class Losses(Callback):
        def set_model(self, model):
            self.writer = tf.summary.FileWriter("logs")

        def on_epoch_end(self, epoch, logs=None):
            summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=logs["loss"])])
            self.writer.add_summary(summary, epoch)
    """,
)
def summary_writers(file: File) -> Iterator[Edit | Manual]:
    """Only where writers alone need a graph: scripts that build one go on with it (TFM160)."""
    if not file.target.is_modern or has_switch(file) or has_estimators(file):
        return
    uses = tuple(each for each in (*graph_uses(file), *graph_uses_on_shims(file)) if not is_guarded(file, each))
    for use in uses if are_writers_alone(file, uses) else ():
        line = file.statement(use.node)
        if file.call_of(use) is None:
            continue
        if _is_alone(file, line, use):
            yield _put_in_graph(file, line, use)
        else:
            yield Manual(use.node, use.qualified, _SAID, "make it in `with tf.Graph().as_default():`")


def _is_alone(file: File, line: cst.CSTNode, use: Reference) -> bool:
    """True for a line that makes the writer and its path, and calls nothing else."""
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    if not isinstance(line.body[0], cst.Assign | cst.AnnAssign | cst.Return):
        return False
    others = (call.func for call in nodes(line, cst.Call) if call.func is not use.node)
    return all((file.qualified_name(each) or "").startswith(_PLAIN) or _makes_text(file, each) for each in others)


def _makes_text(file: File, function: cst.BaseExpression) -> bool:
    """True for `str` and for methods of texts and times: `"{}".format`, `now().strftime`."""
    is_method = isinstance(function, cst.Attribute) and function.attr.value in ("format", "strftime")
    return is_method or file.is_builtin(function, "str")


def _put_in_graph(file: File, line: cst.CSTNode, use: Reference) -> Edit:
    assert isinstance(line, cst.SimpleStatementLine)
    tensorflow, imports = _tensorflow(file, use)
    graph = cst.WithItem(cst.parse_expression(f"{tensorflow}.Graph().as_default()"))
    body = cst.IndentedBlock([line.with_changes(leading_lines=())])
    moved: Replacement = cst.With([graph], body, leading_lines=line.leading_lines)
    return Edit(line, f"{_SAID}, but it writes there: it is made in a graph of its own", ((line, moved),), imports)


def _tensorflow(file: File, use: Reference) -> tuple[str, tuple[Import, ...]]:
    """What stands for TensorFlow before the name of the writer, or the name of an import of it."""
    names = [each for each in nodes(use.node, cst.Name, cst.Attribute) if file.qualified_name(each) in _ROOTS]
    if names:
        return min(map(file.code, names), key=len), ()
    return bind_module(file, "tensorflow", "tf", use.node)
