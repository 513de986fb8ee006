"""Report `initialized_value()` of variables, which those of TensorFlow 2 have no more.

## What it does

Reports `v.initialized_value()` where variables are those of TensorFlow 2: in the `model_fn` of an Estimator, on the
shims as well, in a file for TensorFlow 2, and in a graph without `disable_v2_behavior()`. It rewrites nothing.

## Why

The method is there, and raises a NotImplementedError without a word on the resource variables of TensorFlow 2.15 and
later. After `disable_v2_behavior()` variables are those of TensorFlow 1, which have it.
https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/python/ops/variables.py

## Numbers

No numbers involved, as TensorFlow raises. What the advice names gives a copy the random values of its variable, in
TensorFlow 2.21.0 as in 1.15.5 (`tests/codemods/rules/estimators/test_initialized_values.py`).

## What it leaves to you

To write it out. Modules whose importers build the graph are left alone: TFM160 goes back to the variables of
TensorFlow 1 there.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.graphs.graph_mode import has_estimators
from codemods.analysis.objects.evidence import function_names
from codemods.analysis.releases.written_for import written_for
from codemods.source.file import File, name_of
from codemods.types import Manual, Stage, rule

_METHOD = "initialized_value"
_OLD_VARIABLES = ("disable_v2_behavior", "disable_resource_variables")
_EAGER = "disable_eager_execution"
_SAID = "variables of TensorFlow 2 raise NotImplementedError in initialized_value()"
_COND = "tf.compat.v1.cond(tf.compat.v1.is_variable_initialized({0}), {0}.read_value, lambda: {0}.initial_value)"


@rule(
    "TFM452",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    def model_fn(features, labels, mode):
        weights = tf.get_variable("weights", [3])
        start = tf.Variable(weights.initialized_value(), trainable=False)
        return tf.estimator.EstimatorSpec(mode, loss=tf.reduce_sum(weights - start))
    """,
)
def initialized_values(file: File) -> Iterator[Manual]:
    """Only where variables are surely those of TensorFlow 2."""
    if not since(file.target, "tensorflow 2.15") or not file.reaches_family() or _METHOD in function_names(file):
        return
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != _METHOD or call.args:
            continue
        if not _has_new_variables(file):
            return
        advice = f"write {_COND.format(name_of(call.func.value) or 'v')}"
        yield Manual(call, f"tensorflow.Variable.{_METHOD}", _SAID, advice)


def _has_new_variables(file: File) -> bool:
    """True if nothing goes back to the variables of TensorFlow 1, as a session of TensorFlow 1 does."""
    if _sets(file, *_OLD_VARIABLES) or any(_sets(each, *_OLD_VARIABLES) for each in file.project.importers("disable_")):
        return False
    around = (file, *file.project.importers("stimator"))
    return written_for(file).tensorflow == 2 or _sets(file, _EAGER) or any(map(has_estimators, around))  # noqa: PLR2004


def _sets(file: File, *switches: str) -> bool:
    return any(each.canonical.rpartition(".")[2] in switches for each in file.all_references())
