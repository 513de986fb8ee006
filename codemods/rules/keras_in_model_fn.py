"""Report layers, models and optimizers of Keras in a `model_fn`.

## What it does

Reports each function that makes an `EstimatorSpec` and Keras objects. It rewrites nothing.

## Why

An Estimator runs in a graph. Layers and optimizers of Keras 3 make eager variables, which do not belong there.
https://www.tensorflow.org/guide/migrate/migrating_estimator

## Numbers

No numbers involved.

## What it leaves to you

To take layers and optimizers from `compat.shims.keras_2`, which has those of Keras 2.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graph_mode import keras_uses, lines_of
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_SPECS = ("EstimatorSpec", "TPUEstimatorSpec")
_MADE = ("keras.layers.", "keras.models.", "keras.optimizers.", "keras.applications.")


@rule(
    "TFM171",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf

    def model_fn(features, labels, mode):
        logits = tf.keras.layers.Dense(10)(features)
        return tf.estimator.EstimatorSpec(mode, predictions=logits)
    """,
)
def keras_in_model_fn(file: File) -> Iterator[Edit | Manual]:
    """Yield one finding for each function that makes an `EstimatorSpec` and Keras objects."""
    functions = [function for function in file.every(cst.FunctionDef) if _makes_spec(file, function)]
    uses: dict[cst.FunctionDef, list[Reference]] = {}
    for use in keras_uses(file):
        inside = next((each for each in file.ancestors(use.node) if each in functions), None)
        if isinstance(inside, cst.FunctionDef) and use.canonical.startswith(_MADE):
            uses.setdefault(inside, []).append(use)
    for found in uses.values():
        said = f"Keras 3 does not run in the graph of a model_fn ({lines_of(file, tuple(found))})"
        advice = "use the layers and optimizers of Keras 2, from compat.shims.keras_2"
        yield Manual(found[0].node, found[0].qualified, said, advice)


def _makes_spec(file: File, function: cst.FunctionDef) -> bool:
    """True if a function itself, and not one inside it, makes the `EstimatorSpec` of a `model_fn`."""
    for call in nodes(function.body, cst.Call):
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else getattr(call.func, "value", "")
        if name in _SPECS and (file.reference(call.func) is not None or _is_own(file, call)):
            return file.function(call) is function
    return False


def _is_own(file: File, call: cst.Call) -> bool:
    """True if an import binds the first part of the called name, as for the shim module of `tf.estimator`."""
    head: cst.BaseExpression = call.func
    while isinstance(head, cst.Attribute):
        head = head.value
    return isinstance(head, cst.Name) and any(each.local == head.value for each in file.imports)
