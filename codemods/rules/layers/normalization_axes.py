"""Give `Normalization` the axis that it had where one number a row is normalized.

## What it does

A `Normalization(input_shape=[1])` that is adapted gets `axis=None`, and so does a `Normalization()` that is adapted to
one column: `normalizer.adapt(np.array(features["age"]))`.

## Why

Up to TensorFlow 2.5 `adapt` made rows of one number each of such a column. Keras 3 takes each row for a feature of its
own: the next layer gets another shape, or the numbers are wrong. With `axis=None` there is one mean for all numbers.
https://www.tensorflow.org/api_docs/python/tf/keras/layers/Normalization

## Numbers

Same: the predictions are those of TensorFlow 2.3.4 (`tests/codemods/rules/layers/test_normalization_axes.py`).

## What it leaves to you

Columns that `dataset.map(lambda x, y: x["age"])` picks are reported, as the file does not show how wide they are.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_since
from codemods.rules.arguments.changed_defaults import passing
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SYMBOL = "keras.layers.Normalization"
_FIRST_THAT_REFUSED = ("2.6", "2.6")
"""The TensorFlow and the Keras that took no column any more."""
_SAID = "Normalization made rows of one number each of a column, and takes each row for a feature since"


@rule(
    "TFM380",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from tensorflow.keras.layers.experimental.preprocessing import Normalization

    normalizer = Normalization(input_shape=[1])
    normalizer.adapt(np.array(features["horsepower"]))
    """,
)
def normalization_axes(file: File) -> Iterator[Edit | Manual]:
    """Leave every call alone that says an axis, or is given statistics."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(_SYMBOL):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or _says_axis(call):
            continue
        adapted = [arg.value for arg in _adapted(file, call)]
        may_be_column = adapted and not is_since(file, *_FIRST_THAT_REFUSED)
        if any(_is_column(file, each) for each in adapted) or (may_be_column and _is_of_one(call)):
            yield passing(call, "axis", None, f"{_SAID}: axis=None")
        else:
            picked = next((each for each in adapted if _picks_column(file, each)), None)
            if picked is not None:
                advice = "write axis=None, if each row has one number there"
                yield Manual(call, "Normalization(axis=)", _SAID, advice, culprit=picked)


def _says_axis(call: cst.Call) -> bool:
    return any(
        arg.star or arg.keyword is None or arg.keyword.value in ("axis", "mean", "variance") for arg in call.args
    )


def _is_of_one(call: cst.Call) -> bool:
    """True for `input_shape=(1,)`."""
    shape = keyword(call, "input_shape")
    return shape is not None and [literal(each) for each in _parts(shape.value)] == [1]


def _adapted(file: File, layer: cst.Call) -> Iterator[cst.Arg]:
    """What a layer is adapted to, wherever the file hands it."""
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "adapt":
            if layer in (leaves(file, call.func.value) or ()):
                yield from call.args[:1]


def _is_column(file: File, node: cst.BaseExpression) -> bool:
    """True for an array of numbers, and for a column of a data frame, by itself or as an array."""
    value = value_of(file, node)
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
        if file.qualified_name(value.func) in ARRAYS and value.args:
            return _is_row_of_numbers(value.args[0].value) or _is_column(file, value.args[0].value)
        return value.func.attr.value in ("astype", "to_numpy") and _is_column(file, value.func.value)
    if isinstance(value, cst.Attribute) and value.attr.value == "values":
        return _is_column(file, value.value)
    return isinstance(value, cst.Subscript) and isinstance(literal_key(value), str)


def _is_row_of_numbers(node: cst.BaseExpression) -> bool:
    parts = _parts(node)
    return bool(parts) and all(isinstance(literal(each), int | float) for each in parts)


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else []


def _picks_column(file: File, node: cst.BaseExpression) -> bool:
    """True for `dataset.map(lambda x, y: x["age"])`."""
    value = value_of(file, node)
    if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute) or value.func.attr.value != "map":
        return False
    function = value.args[0].value if value.args else None
    return isinstance(function, cst.Lambda) and isinstance(function.body, cst.Subscript)
