"""Give the value of a metric that Python computes a rank: `tf.py_function` loses it.

## What it does

`return tf.py_function(auc, (y_true, y_pred), tf.float64)` in a metric of the file becomes `return
tf.reshape(tf.py_function(...), [-1])`; likewise `tf.numpy_function` and `tf.compat.v1.py_func`.

## Why

Nobody knows the shape of what such a function gives. Keras 2 took the mean of whatever came; Keras 3 counts the
dimensions first: "Cannot take the length of shape with unknown rank".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/metrics/reduction_metrics.py

## Numbers

Same: `tests/codemods/fixtures/python_metrics` under TensorFlow 2.15.1, before, and 2.21.0, after.

## What it leaves to you

Functions with several values, which are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.compiled_functions import METRICS, Function, compiled_functions
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_PYTHON = ("tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.compat.v1.py_func")
_SAID = "Keras 3 counts the dimensions of a metric, and nobody knows those of what Python computes"
_ADVICE = "give the value a shape: tf.reshape(value, [-1])"


@rule(
    "TFM283",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from sklearn.metrics import roc_auc_score


    def auc(y_true, y_pred):
        return tf.py_function(roc_auc_score, (y_true, y_pred), tf.double)


    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[auc])
    """,
)
def python_metrics(file: File) -> Iterator[Edit | Manual]:
    """Edit what metrics return, unless the file is written for Keras 3."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    for function in compiled_functions(file, *METRICS):
        for value in _returned(file, function):
            call = _made_by_python(file, value)
            if call is not None:
                yield _outcome(file, value, call)


def _returned(file: File, function: Function) -> list[cst.BaseExpression]:
    if isinstance(function, cst.Lambda):
        return [function.body]
    found = [each for each in nodes(function.body, cst.Return) if file.function(each) is function]
    return [each.value for each in found if isinstance(each, cst.Return) and each.value is not None]


def _made_by_python(file: File, value: cst.BaseExpression) -> cst.Call | None:
    made = value_of(file, value)
    is_python = isinstance(made, cst.Call) and file.symbol(made.func) in _PYTHON
    if not is_python or (isinstance(value, cst.Name) and _is_shaped(file, value)):
        return None
    assert isinstance(made, cst.Call)
    return made


def _is_shaped(file: File, name: cst.Name) -> bool:
    """True for `value.set_shape(())`."""
    return any(
        each.attr.value == "set_shape" and isinstance(each.value, cst.Name) and each.value.value == name.value
        for each in file.attributes
        if file.function(each) is file.function(name)
    )


def _outcome(file: File, value: cst.BaseExpression, call: cst.Call) -> Edit | Manual:
    bound = bind(call, "func", "inp", "Tout")
    types = bound.get("Tout") if bound is not None else None
    if types is None or isinstance(types.value, cst.List | cst.Tuple):
        return Manual(value, "tensorflow.py_function", _SAID, _ADVICE)
    module, imports = bind_module(file, "tensorflow", "tf", value)
    function = cst.parse_expression(f"{module}.reshape")
    ones = cst.parse_expression("[-1]")
    made = cst.Call(function, [cst.Arg(value), cst.Arg(ones)])
    return Edit(value, f"{_SAID}: it is a vector now", ((value, made),), imports)
