"""Report models that train on datasets whose elements have no rank.

## What it does

Reports `tf.numpy_function(...)` in a function that `dataset.map` is given, and `Dataset.from_generator(f, types)`
without shapes, where `fit` or `evaluate` is given that dataset, and nothing says the shape of the elements.
It rewrites nothing.

## Why

The result of `tf.numpy_function`, `tf.py_function` and `from_generator` has a shape only if the script says it. Keras 2
of TensorFlow 2.2 to 2.15 trained on it, if the layers did not need the shape. Keras 3 asks for the rank of inputs,
targets and weights: "as_list() is not defined on an unknown TensorShape", "Cannot take the length of shape with unknown
rank". `predict`, `train_on_batch` and `run_eagerly=True` do without.
https://www.tensorflow.org/api_docs/python/tf/numpy_function

## Numbers

Not measured: it says ValueError. What fails and what does not was measured on TensorFlow 2.3.4, 2.10.1, 2.15.1 and
2.21.

## What it leaves to you

The shape: `x.set_shape((28, 28))` in the function, or `x = tf.ensure_shape(x, (28, 28))`; for `from_generator`
`output_signature=`. Training steps of your own, and datasets that the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.unknown_ranks import unranked
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, keyword
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_METHODS = ("fit", "evaluate", "fit_generator", "evaluate_generator")
_STEPS = ("train_step", "test_step")
_EAGERLY = ("run_eagerly", "run_functions_eagerly", "experimental_run_functions_eagerly")


@rule(
    "TFM471",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    dataset = tf.data.Dataset.from_tensor_slices(paths)
    dataset = dataset.map(lambda path: tf.numpy_function(load, [path], [tf.float32, tf.float32]))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse")
    model.fit(dataset.batch(8))
    """,
)
def unknown_ranks(file: File) -> Iterator[Edit | Manual]:
    """Report each call that makes such elements once, where it is; one of another module where the model trains."""
    told: set[cst.CSTNode] = set()
    for call in file.calls:
        for given in _data(file, call):
            found = unranked(file, given)
            node = found.value if found is not None and found.module is file else given
            if found is None or node in told or _may_do_without(file):
                continue
            told.add(node)
            is_call = isinstance(found.value, cst.Call)
            name = found.module.code(cst.ensure_type(found.value, cst.Call).func) if is_call else ""
            said = f"{name} gives elements of an unknown rank, on which Keras 3 trains no model"
            yield Manual(node, name, said, _advice(name))


def _may_do_without(file: File) -> bool:
    """True if models may train without the rank: eagerly, or in steps of their own; and in code for Keras 3."""
    is_own = any(each.name.value in _STEPS for each in file.every(cst.FunctionDef))
    words = {each.value for each in file.every(cst.Name)}
    return is_own or not words.isdisjoint(_EAGERLY) or written_for(file).keras is KerasLine.KERAS_3


def _data(file: File, call: cst.Call) -> Iterator[cst.BaseExpression]:
    """The data that a call trains a model on, or evaluates it on."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value not in _METHODS:
        return
    if evidence(file, function.value, Kind.MODEL) is Evidence.FOREIGN:
        return
    found = (argument(call, "x"), keyword(call, "generator"), keyword(call, "validation_data"))
    yield from (each.value for each in found if each is not None)


def _advice(name: str) -> str:
    if name.endswith("from_generator"):
        return "give it output_signature=, a tf.TensorSpec for each part"
    return "after it call set_shape() on each result, or tf.ensure_shape(result, shape) in a map()"
