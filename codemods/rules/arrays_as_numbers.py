"""Take the one number out of a prediction where Python wants a number.

## What it does

`float(model.predict(x)[0])` becomes `float(model.predict(x)[0].item())`; `int(...)`, and a text such as
`"%.2f" % prediction[0]`, likewise, also by the name of the predictions.

## Why

A model with one unit predicts an array of one number for each row. NumPy 2.5 no longer takes that for a number:
TypeError, "only 0-dimensional arrays can be converted to Python scalars". It had warned since 1.25.
https://numpy.org/doc/stable/release/1.25.0-notes.html

## Numbers

Same: `item()` is the number itself (`tests/codemods/rules/test_arrays_as_numbers.py`).

## What it leaves to you

Predictions that go through functions, parameters or other arithmetic first, and items of arrays that are set to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.training_calls import training_calls
from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Stage, rule

_METHODS = frozenset(("predict", "predict_generator", "predict_on_batch"))
_DIRECTIVE = re.compile(r"%(?!%)[^a-zA-Z%]*([a-zA-Z])")
_OF_NUMBERS = frozenset("diouxXeEfFgG")


@rule(
    "TFM374",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, input_dim=2)])
    print("%.2f" % model.predict(x)[0])
    """,
)
def arrays_as_numbers(file: File) -> Iterator[Edit]:
    """Only what certainly is one row of predictions, or all of them."""
    for call in file.calls:
        if len(call.args) == 1 and not call.args[0].star and file.is_builtin(call.func, "float", "int"):
            yield from _item(file, call.args[0].value)
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Modulo) and _asks_for_one_number(node.left):
            yield from _item(file, node.right)


def _asks_for_one_number(text: cst.BaseExpression) -> bool:
    """True for a text with one directive, and that for a number."""
    value = literal(text)
    return isinstance(value, str) and [each in _OF_NUMBERS for each in _DIRECTIVE.findall(value)] == [True]


def _item(file: File, value: cst.BaseExpression) -> Iterator[Edit]:
    if _is_predicted(file, value) or (isinstance(value, cst.Subscript) and _is_row(file, value)):
        made = cst.Call(cst.Attribute(value, cst.Name("item")))
        said = f"NumPy takes no array of one element for a number: {file.code(made)}"
        yield Edit(value, said, ((value, made),))


def _is_row(file: File, node: cst.Subscript) -> bool:
    """True for `predictions[0]` and `predictions[i]`."""
    place = node.slice[0].slice if len(node.slice) == 1 else None
    if not isinstance(place, cst.Index) or not isinstance(place.value, cst.Integer | cst.Name | cst.UnaryOperation):
        return False
    return _is_predicted(file, node.value)


def _is_predicted(file: File, node: cst.BaseExpression) -> bool:
    """True for what `predict` of a model returns, and for a name of nothing else."""
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        return bool(values) and all(isinstance(each, cst.Call) and each in _predictions(file) for each in values)
    return isinstance(node, cst.Call) and node in _predictions(file)


@once_per_file
def _predictions(file: File) -> frozenset[cst.Call]:
    """The calls of `predict` on models of Keras."""
    return frozenset(
        each.call
        for each in training_calls(file)
        if each.canonical.startswith("keras.") and each.canonical.rpartition(".")[2] in _METHODS
    )
