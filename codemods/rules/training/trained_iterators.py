"""Give a dataset to training where it was given an iterator of one.

## What it does

`model.fit(dataset.make_one_shot_iterator(), steps_per_epoch=n)` becomes `model.fit(dataset, steps_per_epoch=n)`.
`evaluate`, `predict` and `validation_data=` likewise, and where the iterator has a name.

## Why

Keras 3 takes datasets and no iterators: "Unrecognized data type". In a graph the tensors of `iterator.get_next()` were
a new batch in each step; today they are one batch.
https://www.tensorflow.org/api_docs/python/tf/keras/Model#fit

## Numbers

Same: losses and predictions are those of TensorFlow 1.13.2 (`tests/codemods/fixtures/trained_iterators`). Those of
`validation_data=` are the same if `validation_steps` is the number of its batches: the dataset begins anew with each
epoch, and the iterator went on. The report says so.

## What it leaves to you

Models that train on the tensors of `get_next()`, and iterators whose dataset has no name that stays, or that a function
such as `input_fn()` returns: give `fit` the dataset.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.graphs.dataset_members import MAKERS
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_METHODS = ("fit", "evaluate", "predict")
_STEPS = ("steps_per_epoch", "steps")
_VALIDATION = "validation_data"
_NEXT = "get_next"
_DEPTH = 4
_SAID = "Keras 3 takes no iterators of datasets"
_ADVICE = "give it the dataset itself, which is read batch by batch"


@rule(
    "TFM379",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8).repeat()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse")
    model.fit(dataset.make_one_shot_iterator(), steps_per_epoch=4)
    """,
)
def trained_iterators(file: File) -> Iterator[Edit | Manual]:
    """Follow an iterator to its dataset if that is a name which is bound once."""
    if not goes_to_keras_3(file):
        return
    for called in training_calls(file):
        function = called.call.func
        if not isinstance(function, cst.Attribute) or function.attr.value not in _METHODS:
            continue
        if shim_of(file, function.value) is None:
            for name in ("x", _VALIDATION):
                arg = called.argument(name)
                if arg is not None and not arg.star:
                    yield from _given(file, called, name, arg.value)


def _given(file: File, called: Called, name: str, given: cst.BaseExpression) -> Iterator[Edit | Manual]:
    dataset = _dataset_of(file, given)
    if dataset is None:
        if name == "x" and any(called.argument(each) is not None for each in _STEPS) and _is_next(file, given):
            said = "in a graph these tensors were a new batch in each step, and today they are one batch"
            yield Manual(given, _NEXT, said, _ADVICE, severity=Severity.NUMBERS)
        elif (made := _returned(file, value_of(file, given))) is not None and _dataset_of(*made) is not None:
            yield Manual(given, file.code(given), _SAID, _ADVICE)
        return
    if not (isinstance(dataset, cst.Name) and file.is_bound_once(dataset)) and not _is_made_here(given, dataset):
        yield Manual(given, file.code(given), _SAID, _ADVICE)
        return
    anew = ", which begins anew with each epoch" if name == _VALIDATION else ""
    yield Edit(given, f"Keras 3 takes no iterators: it is given {file.code(dataset)}{anew}", ((given, dataset),))


def _dataset_of(file: File, given: cst.BaseExpression) -> cst.BaseExpression | None:
    """The dataset that an iterator was made of: `dataset.make_one_shot_iterator()`, or the function of that name."""
    value = value_of(file, given)
    function = value.func if isinstance(value, cst.Call) else None
    if not isinstance(value, cst.Call) or not isinstance(function, cst.Attribute) or function.attr.value not in MAKERS:
        return None
    if file.reference(function) is None and file.qualified_name(function) is None:
        return function.value
    return value.args[0].value if value.args and not value.args[0].star else None


def _is_made_here(given: cst.BaseExpression, dataset: cst.BaseExpression) -> bool:
    """True if the dataset is an expression in the call itself."""
    return isinstance(given, cst.Call) and not isinstance(dataset, cst.Name)


def _returned(file: File, value: cst.BaseExpression | None) -> tuple[File, cst.BaseExpression] | None:
    """What the function of the project that a call runs returns, if it has one `return`."""
    found = function_called(file, value) if isinstance(value, cst.Call) else None
    values = returned_by(found.file, found.function) if found is not None else []
    return (found.file, values[0]) if found is not None and len(values) == 1 and values[0] is not None else None


def _is_next(file: File, given: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for tensors that `iterator.get_next()` gives in a file that does not choose to run eagerly."""
    value: cst.BaseExpression | None = value_of(file, given)
    if isinstance(given, cst.Name) and value is None:
        bindings = file.assignments(given)
        part = unpacked(file, bindings[0].node) if len(bindings) == 1 else None
        value = part.whole if part is not None else None
    if isinstance(value, cst.Subscript):
        value = value_of(file, value.value)
    if isinstance(value, cst.Tuple | cst.List | cst.Dict) and value.elements:
        first = value.elements[0]
        return first.value is not None and bool(depth) and _is_next(file, first.value, depth - 1)
    made = _returned(file, value) if depth else None
    if made is not None and not has_switch(file):
        return _is_next(*made, depth - 1)
    method = value.func if isinstance(value, cst.Call) else None
    if not isinstance(method, cst.Attribute) or method.attr.value != _NEXT or has_switch(file):
        return False
    return _dataset_of(file, method.value) is not None
