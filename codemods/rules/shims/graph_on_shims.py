"""Disable the behaviour of TensorFlow 2 in a script that builds a graph through the shims.

## What it does

Writes `tf.disable_v2_behavior()` behind the imports of a script that takes `tf` from `compat`, and makes placeholders
or sessions in the default graph.

## Why

`compat.tensorflow` has the names of TensorFlow 1 and runs them eagerly: `tf.placeholder` raises RuntimeError, and
`tf.Session().run(...)` finds an empty graph. TensorFlow 1.13 to 1.15 have the function, too, where it changes nothing.
https://www.tensorflow.org/guide/migrate/tf1_vs_tf2

## Numbers

Same. A line fitted in 200 steps has the losses and weights of TensorFlow 1.15.5 to 1e-4
(`tests/codemods/rules/shims/test_graph_on_shims.py`).

## What it leaves to you

Scripts with a graph and a Keras model, which does not run in a graph: the report says which lines are which.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.graphs.graph_mode import (
    are_writers_alone,
    first_import,
    graph_uses_on_shims,
    has_estimators,
    is_guarded,
    keras_uses,
    last_import,
    lines_of,
)
from codemods.rewriting.add_imports import bind_module, imported_name
from codemods.source.canonical_names import V1
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.names.makers import SESSIONS

_SHIM = "compat.tensorflow"
_NEVER_EAGER = ("tensorflow.contrib.slim.learning.train", "tensorflow.contrib.slim.python.slim.learning.train")
_RUNNING = (
    *SESSIONS,
    "tensorflow.train.MonitoredSession",
    "tensorflow.train.MonitoredTrainingSession",
    *_NEVER_EAGER,
)


@rule(
    "TFM177",
    stage=Stage.BEHAVIOUR,
    example="""
    from compat import tensorflow as tf

    x = tf.placeholder(tf.float32, [None, 3])
    total = tf.reduce_sum(x)
    with tf.Session() as session:
        print(session.run(total, {x: [[1, 2, 3]]}))
    """,
)
def graph_on_shims(file: File) -> Iterator[Edit | Manual]:
    """Make the default graph what the script means, unless the file chooses the behaviour itself."""
    uses = _uses(file)
    if not uses or has_switch(file) or are_writers_alone(file, uses):
        return
    if keras_uses(file):
        said = (
            f"this script has a graph ({lines_of(file, uses)}) and Keras ({lines_of(file, keras_uses(file))}), and "
            "Keras 3 does not run in a graph"
        )
        advice = "move the graph into its own script, which calls tf.disable_v2_behavior() first"
        yield Manual(uses[0].node, uses[0].qualified.removeprefix("compat."), said, advice)
        return
    line = first_import(file)
    if line is None:
        said = "a graph can only be built once TensorFlow 2 behaviour is disabled"
        advice = "call tf.disable_v2_behavior() first, and import tensorflow at the top"
        yield Manual(uses[0].node, uses[0].qualified.removeprefix("compat."), said, advice)
        return
    name, imports = _tensorflow(file, uses[0])
    last = last_import(file, line)
    statement = cst.parse_statement(f"{name}.disable_v2_behavior()", config=file.module.config_for_parsing)
    yield Edit(line, "TensorFlow 2 behaviour is disabled", ((last, cst.FlattenSentinel([last, statement])),), imports)


def _uses(file: File) -> tuple[Reference, ...]:
    """The uses of the default graph; beside Estimators only sessions, as an Estimator runs placeholders in its own."""
    uses = tuple(each for each in graph_uses_on_shims(file) if not is_guarded(file, each) or _is_never_eager(each))
    if not has_estimators(file):
        return uses
    return tuple(each for each in uses if each.spelling.in_tensorflow_1 in _RUNNING)


def _is_never_eager(use: Reference) -> bool:
    """True for `slim.learning.train`, which leaves the graph and asks for the global step."""
    return use.spelling.plain in _NEVER_EAGER


def _tensorflow(file: File, use: Reference) -> tuple[str, tuple[Import, ...]]:
    """The name under which the file has TensorFlow 1, and the import that it needs if it has none."""
    for path, switch in ((_SHIM, ""), (f"{_SHIM}.compat.v1", ""), (V1, ""), ("tensorflow", ".compat.v1")):
        had = imported_name(file, use.node, path)
        if had is not None:
            return f"{had}{switch}", ()
    name, imports = bind_module(file, _SHIM, "tf", use.node)
    return name, tuple(each if "." in name else Import("compat", "tensorflow", each.name) for each in imports)
