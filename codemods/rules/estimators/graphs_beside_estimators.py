"""Report placeholders beside Estimators, where no function of theirs makes a graph.

## What it does

Reports `tf.placeholder` in code that runs before or after an Estimator, such as the features that
`build_raw_serving_input_receiver_fn` is given.

## Why

An Estimator calls its `model_fn` and `input_fn` in a graph. All else of the script was in the default graph of
TensorFlow 1; today it runs eagerly: "tf.placeholder() is not compatible with eager execution".
https://www.tensorflow.org/guide/migrate/tf1_vs_tf2

## Numbers

No numbers involved.

## What it leaves to you

`with tf.Graph().as_default():` around the placeholders and the function that is given them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import enters_graph, has_switch
from codemods.analysis.graphs.graph_mode import (
    graph_uses,
    graph_uses_on_shims,
    has_estimators,
    is_guarded,
)
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of
from codemods.types import Manual, Stage, rule

_PLACEHOLDERS = ("tensorflow.placeholder", "tensorflow.sparse_placeholder", "tensorflow.placeholder_with_default")
_MAIN, _RUN = "main", "tensorflow.app.run"


@rule(
    "TFM314",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    estimator = tf.estimator.Estimator(model_fn)
    image = tf.placeholder(tf.float32, [None, 28])
    receive = tf.estimator.export.build_raw_serving_input_receiver_fn({"image": image})
    estimator.export_savedmodel("export", receive)
    """,
)
def graphs_beside_estimators(file: File) -> Iterator[Manual]:
    """Look at what is reached from the top of the file by calls of its functions."""
    if not file.target.is_modern or not has_estimators(file) or has_switch(file):
        return
    for reference in (*graph_uses(file), *graph_uses_on_shims(file)):
        if reference.spelling.in_tensorflow_1 not in _PLACEHOLDERS or is_guarded(file, reference):
            continue
        if _runs_eagerly(file, reference.node, frozenset()):
            said = "a placeholder needs a graph, and this code runs eagerly: no Estimator calls it"
            advice = "put it, and what is made of it, under with tf.Graph().as_default():"
            yield Manual(reference.node, reference.qualified.removeprefix("compat."), said, advice)


def _runs_eagerly(file: File, node: cst.CSTNode, seen: frozenset[cst.CSTNode]) -> bool:
    """True if a node is at the top of the file, or in a function that is called from there."""
    if any(map(enters_graph, file.ancestors(node))):
        return False
    function = next((each for each in file.ancestors(node) if isinstance(each, cst.FunctionDef | cst.Lambda)), None)
    if function is None:
        return True
    if not isinstance(function, cst.FunctionDef) or function in seen or file.enclosing_class(function) is not None:
        return False
    called = function.name.value
    if any(_starts(file, call, called) for call in file.calls):
        return True
    calls = [call for call in file.calls if isinstance(call.func, cst.Name) and call.func.value == called]
    return any(_runs_eagerly(file, call, seen | {function}) for call in calls)


def _starts(file: File, call: cst.Call, function: str) -> bool:
    """True for `app.run(main)` and `app.run(main=main)`, and for a `tf.app.run()` that takes `main` by itself."""
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    if name_of(name) != "run":
        return False
    reference = file.reference(call.func)
    takes_main = keyword(call, _MAIN) is None and not any(arg.keyword is None for arg in call.args)
    if takes_main and function == _MAIN and reference is not None:
        return reference.spelling.in_tensorflow_1 == _RUN
    return any(name_of(arg.value) == function for arg in call.args)
