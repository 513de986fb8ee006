"""Compile models with the optimizers of Keras that compute what those of `tf.train` did.

## What it does

`model.compile(tf.train.AdamOptimizer(0.001), ...)` becomes `compile(keras.optimizers.Adam(learning_rate=0.001,
epsilon=1e-08), ...)`, and likewise for `GradientDescentOptimizer`, `MomentumOptimizer`, `AdagradOptimizer`,
`AdadeltaOptimizer` and `FtrlOptimizer`. The optimizer may have a name, if nothing but `compile` uses it.

## Why

`tf.keras` of TensorFlow 1 took both. Keras 3 raises ValueError, "Could not interpret optimizer identifier".
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same: ten steps of each end at the weights of TensorFlow 1.15.5 (`tests/compat/shims/keras/test_train_optimizers.py`).

## What it leaves to you

`RMSPropOptimizer`, whose mean of squares starts from 1, and learning rates that may change.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.optimizers.train_optimizers import equal_optimizer, is_train_optimizer
from codemods.rewriting.add_imports import bind_keras
from codemods.source.file import File
from codemods.types import Edit, Import, rule

_ESTIMATORS = ("keras.estimator.model_to_estimator",)


@rule(
    "TFM269",
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=tf.train.GradientDescentOptimizer(0.2), loss="mse")
    """,
)
def train_optimizers(file: File) -> Iterator[Edit]:
    """Replace the calls that make the optimizers; in files with Estimators, that of the Estimator decides."""
    if not file.target.is_modern or file.references(*_ESTIMATORS):
        return
    for called in known_calls(file):
        given = called.argument("optimizer") if called.canonical.endswith(".compile") else None
        made = _made(file, given.value) if given is not None else None
        if made is None:
            continue
        try:
            code = equal_optimizer(file, made)
        except Declined:
            continue  # TFM198 reports it
        keras, imports = _keras_beside(file, made)
        code = code.replace("{tf}.keras", keras)
        said = f"Keras 3 takes no optimizers of tf.train: {code} computes the same"
        yield Edit(made, said, ((made, cst.parse_expression(code)),), imports)


def _made(file: File, node: cst.BaseExpression) -> cst.Call | None:
    """The call that makes an optimizer of `tf.train`, for `compile` alone."""
    if isinstance(node, cst.Name):
        binding, value = file.only_binding(node), file.only_value(node)
        if binding is None or not isinstance(value, cst.Call) or not all(_compiles(file, use) for use in binding.uses):
            return None
        node = value
    return node if isinstance(node, cst.Call) and is_train_optimizer(file, node.func) else None


def _keras_beside(file: File, made: cst.Call) -> tuple[str, tuple[Import, ...]]:
    """`tf.keras` for an optimizer that is spelled `tf.train....`, else a name of Keras and the import it needs."""
    root: cst.BaseExpression = made.func
    while isinstance(root, cst.Attribute):
        root = root.value
    if root is not made.func and file.qualified_name(root) == "tensorflow":
        return f"{file.code(root)}.keras", ()
    return bind_keras(file, made)


def _compiles(file: File, use: cst.CSTNode) -> bool:
    """Whether a name is used as an argument of a `compile`."""
    arg = file.parent(use)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile"
