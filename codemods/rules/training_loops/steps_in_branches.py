"""Let a branch of `tf.cond` that applies gradients return an operation, as `apply_gradients` did.

## What it does

`return optimizer.apply_gradients(...)` becomes two lines, the second `return tf.no_op()`, in a function that `tf.cond`
is given as a branch.

## Why

`apply_gradients` of Keras 2 returned an operation in a graph, as `tf.no_op` does. That of Keras 3 returns the number of
steps: "true_fn and false_fn arguments to tf.cond must have the same number, type, and overall structure".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/optimizers/base_optimizer.py

## Numbers

Same: the weights of TensorFlow 2.3.4 (`tests/codemods/rules/training_loops/test_steps_in_branches.py`).

## What it leaves to you

Branches that are a `lambda`, or that both return what `apply_gradients` does: two of Keras 3 agree.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.replicas.replica_functions import named_functions
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_COND = "tensorflow.cond"
_APPLYING = "apply_gradients"
_BRANCHES = ("true_fn", "false_fn")
_SAID = f"{_APPLYING} returns a number in Keras 3, and the branches of tf.cond do not agree"


@rule(
    "TFM404",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    optimizer = tf.keras.optimizers.Adam(0.01)

    def step(gradients, weights, is_due):
        def update():
            return optimizer.apply_gradients(zip(gradients, weights))

        tf.cond(is_due, true_fn=update, false_fn=tf.no_op)
    """,
)
def steps_in_branches(file: File) -> Iterator[Edit | Manual]:
    """Each branch that returns it, beside one that does not."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(_COND):
        call = file.call_of(reference)
        given = bind(call, "pred", *_BRANCHES) if call is not None else None
        if given is None or not all(name in given for name in _BRANCHES):
            continue
        returned = [_returned(file, given[name].value) for name in _BRANCHES]
        if bool(returned[0]) == bool(returned[1]):
            continue
        for node in (*returned[0], *returned[1]):
            yield _without_number(file, node)


def _returned(file: File, branch: cst.BaseExpression) -> list[cst.Return | cst.Call]:
    """Where a branch returns what `apply_gradients` of an optimizer of Keras does."""
    if isinstance(branch, cst.Lambda):
        return [branch.body] if isinstance(branch.body, cst.Call) and _applies(file, branch.body) else []
    functions = named_functions(file, branch)
    found = [(each, node) for each in functions for node in nodes(each.body, cst.Return)]
    return [node for each, node in found if file.function(node) is each and node.value and _applies(file, node.value)]


def _applies(file: File, value: cst.BaseExpression) -> bool:
    if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute):
        return False
    return value.func.attr.value == _APPLYING and evidence(file, value.func.value, Kind.OPTIMIZER).is_enough


def _without_number(file: File, node: cst.Return | cst.Call) -> Edit | Manual:
    line = file.statement(node)
    is_alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    if not isinstance(node, cst.Return) or node.value is None or not is_alone:
        return Manual(node, f"keras.optimizers.Optimizer.{_APPLYING}", _SAID, "call it, and return tf.no_op()")
    tensorflow, imports = bind_module(file, "tensorflow", "tf", node)
    applied = line.with_changes(body=[cst.Expr(node.value)])
    rest = cst.parse_statement(f"return {tensorflow}.no_op()", config=file.module.config_for_parsing)
    return Edit(node, _SAID, ((line, cst.FlattenSentinel([applied, rest])),), imports)
