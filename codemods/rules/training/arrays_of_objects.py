"""Give a model numbers where a frame with texts made an array of objects.

## What it does

`model.fit(x, y)` becomes `model.fit(x.astype("float32"), y)`, where `x` is cut out of `frame.values` or
`np.array(frame)`, and another column of the same array holds texts: it is given to a `LabelEncoder`, or compared with a
text. Likewise the arrays of `evaluate`, `predict`, `train_on_batch`, `test_on_batch` and `validation_data=`.

## Why

An array of numbers and texts has objects for elements, and so have its parts. Keras 2 with TensorFlow 1 made floats of
them; Keras 3 raises ValueError, "Invalid dtype: object".
https://keras.io/api/models/model_training_apis/#fit-method

## Numbers

Same: Keras 2.3.1 fed `float32` as well (`tests/codemods/rules/training/test_arrays_of_objects.py`).

## What it leaves to you

Frames of which nothing shows that they have texts, arrays that a generator gives, and those that a function returns.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.library_objects import made_by
from codemods.analysis.objects.provenance import steps_back
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import bind, literal
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Stage, rule

_PLACES = {
    "fit": ("x", "y"),
    "evaluate": ("x", "y"),
    "predict": ("x",),
    "train_on_batch": ("x", "y"),
    "test_on_batch": ("x", "y"),
}
_ARRAYS = frozenset({"numpy.array", "numpy.asarray"})
_SPLIT = "sklearn.model_selection.train_test_split"
_ENCODERS = frozenset({"sklearn.preprocessing.LabelEncoder", "sklearn.preprocessing.LabelBinarizer"})
_ENCODING = frozenset({"fit", "fit_transform", "transform"})
_DEPTH = 10


@rule(
    "TFM462",
    stage=Stage.BEHAVIOUR,
    example="""
    import pandas as pd
    from keras.layers import Dense
    from keras.models import Sequential
    from sklearn.preprocessing import LabelEncoder

    data = pd.read_csv("iris.csv", header=None).values
    x, labels = data[:, 0:4], data[:, 4]
    y = LabelEncoder().fit_transform(labels)
    model = Sequential([Dense(3, input_dim=4, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(x, y, epochs=3)
    """,
)
def arrays_of_objects(file: File) -> Iterator[Edit]:
    """Edit each array that a model is given, if it is a part of one that has texts."""
    if not file.target.is_modern or not file.reaches_family():
        return
    for call in file.calls:
        places = _PLACES.get(method_of(call) or "")
        if places is None or not isinstance(call.func, cst.Attribute) or file.qualified_name(call.func) is not None:
            continue
        if not _with_texts(file) or not evidence(file, call.func.value, Kind.MODEL).is_enough:
            continue
        for node in _given(call, places):
            array = _array(file, node)
            if array is not None and array in _with_texts(file):
                said = f"{file.code(node)} is an array of objects, as its frame has texts: Keras 3 refuses it"
                code = f'{file.code(node)}.astype("float32")'
                yield Edit(node, said, ((node, cst.parse_expression(code)),))


def _given(call: cst.Call, places: tuple[str, ...]) -> Iterator[cst.BaseExpression]:
    """The names and parts of arrays that a model is given."""
    bound = bind(call, *places, *(f"place {index}" for index in range(_DEPTH))) or {}
    values = [bound[each].value for each in places if each in bound]
    validation = bound.get("validation_data")
    if validation is not None and isinstance(validation.value, cst.Tuple):
        values += [each.value for each in validation.value.elements[:2]]
    yield from (each for each in values if isinstance(each, cst.Name | cst.Subscript | cst.Attribute))


@once_per_file
def _with_texts(file: File) -> frozenset[cst.CSTNode]:
    """The arrays of frames one of whose columns holds texts, as the file uses it."""
    found: set[cst.CSTNode] = set()
    for call in file.calls:
        if method_of(call) in _ENCODING and isinstance(call.func, cst.Attribute) and call.args:
            if made_by(file, call.func.value) in _ENCODERS:
                found |= {each for each in [_array(file, call.args[0].value)] if each is not None}
    for each in file.every(cst.Comparison):
        if any(isinstance(literal(side.comparator), str) for side in each.comparisons):
            found |= {array for array in [_array(file, each.left)] if array is not None}
    return frozenset(found)


def _array(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> cst.CSTNode | None:
    """The array of a whole frame that an expression is, or is a part of; None for anything else."""
    if not depth:
        return None
    if isinstance(node, cst.Subscript):
        return _array(file, node.value, depth - 1)
    if isinstance(node, cst.Attribute) and node.attr.value == "values":
        return node if held(file, node.value) is Held.FRAME else None
    if isinstance(node, cst.Call) and file.qualified_name(node.func) in _ARRAYS and len(node.args) == 1:
        given = node.args[0].value
        return node if held(file, given) is Held.FRAME else _array(file, given, depth - 1)
    if isinstance(node, cst.Call) and method_of(node) == "to_numpy" and isinstance(node.func, cst.Attribute):
        return node if not node.args and held(file, node.func.value) is Held.FRAME else None
    if not isinstance(node, cst.Name):
        return None
    steps = steps_back(file, node) or []
    if len(steps) != 1:
        return None
    value, part = steps[0].value, steps[0].part
    if part is None:
        return _array(file, value, depth - 1)
    if isinstance(value, cst.Call) and file.qualified_name(value.func) == _SPLIT:
        arrays = [arg.value for arg in value.args if arg.keyword is None and not arg.star]
        return _array(file, arrays[part // 2], depth - 1) if part // 2 < len(arrays) else None
    return None
