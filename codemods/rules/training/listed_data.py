"""Make arrays of the lists of numbers, and tensors of the lists of texts, that models are given.

## What it does

`model.fit(x, [0, 1, 1, 0])` becomes `model.fit(x, np.array([0, 1, 1, 0]))`; lists of lists, `[1] * n + [0] * n`,
`y.tolist()`, and names of such lists likewise, also in `validation_data=`, and as labels of `train_on_batch` and
`test_on_batch`. In files for Keras 2.3 and TensorFlow 1 a list of lists that grow, `fit(x, [first, second])`, becomes
one of arrays. Labels of a model with one output that are a list which grows, `labels.append(1)`, a part of it,
`train = labels[:100]`, or a comprehension, become `np.asarray(labels)`; so do those that come out of `pickle.load` and
its like in files for Keras 2.3 and TensorFlow 1. Where the file shows neither the release nor the outputs, a note says
that these labels may be a list.
A list of texts becomes `tf.constant(["a", "b"])`, and `np.array(["a", "b"])` gets `dtype=object`.

## Why

Keras 2 made arrays of them; in Keras 3 only arrays, tensors and data frames are data: "Unrecognized data type", or
"y_true and y_pred have different structures". Arrays of texts have to be arrays of objects: "Invalid dtype: str32".
https://keras.io/api/models/model_training_apis/#fit-method

## Numbers

Same: losses and predictions of `tests/codemods/fixtures/listed_data` are those of TensorFlow 2.15.1. (Keras 2.3.1 took
lists of numbers as targets alone.) Predictions for a list of texts are those of TensorFlow 2.4.4
(`tests/codemods/rules/training/test_listed_data.py`).

## What it leaves to you

Other lists that the file puts together as it runs, and pickled labels that are a list of one array, or sparse.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.loaded_values import is_loaded
from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data import fed_values
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.model_outputs import has_one_output
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_ON_BATCH = ("train_on_batch", "test_on_batch")
_METHODS = {
    "fit": ("x", "y", "sample_weight"),
    "evaluate": ("x", "y", "sample_weight"),
    "predict": ("x",),
    **dict.fromkeys(_ON_BATCH, ("y",)),
}
_VALIDATION = "validation_data"
_LABELS = "y"
_OF_LISTS = (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)
"""The lines that took lists of numbers for labels."""
_DEPTH = 4
"""How many slices of slices are followed."""


@rule(
    "TFM252",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, input_dim=2)])
    model.compile("sgd", "mse")
    model.fit(x, [0, 1, 1, 0])
    print(model.predict([[0, 0], [0, 1]]))
    """,
)
def listed_data(file: File) -> Iterator[Edit | Manual]:
    """Wrap only what is certainly a list of numbers or texts: a list of arrays stands for several inputs."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for called in training_calls(file):
        owner, _, method = called.canonical.rpartition(".")
        function = called.call.func
        if method not in _METHODS or not isinstance(function, cst.Attribute) or "keras" not in owner:
            continue
        if shim_of(file, function.value) is not None:
            continue
        for name, value in _given(called, method):
            if _is_listed(file, value) and not (method in _ON_BATCH and _is_taken(file, value)):
                numpy, imports = bind_module(file, "numpy", "np", value)
                made = cst.Call(cst.parse_expression(f"{numpy}.array"), [cst.Arg(value)])
                said = f"Keras 3 takes no lists of numbers: {method}() is given an array"
                yield Edit(value, said, ((value, made),), imports)
            elif method not in _ON_BATCH and _is_list_of_lists(file, value):
                numpy, imports = bind_module(file, "numpy", "np", value)
                made_each = cst.parse_expression(f"[{numpy}.asarray(each) for each in {file.code(value)}]")
                said = f"Keras 3 takes no lists of rows: {method}() is given an array for each"
                yield Edit(value, said, ((value, made_each),), imports)
            elif (array := _array_of_texts(file, value)) is not None:
                kind = named(cst.Arg(cst.Name("object")), "dtype")
                said = f"Keras 3 takes no arrays of texts, but of objects: {method}()"
                yield Edit(array, said, ((array, with_args(array, [*array.args, kind])),))
            elif _is_texts(file, value):
                tensorflow, imports = bind_module(file, "tensorflow", "tf", value)
                made = cst.Call(cst.parse_expression(f"{tensorflow}.constant"), [cst.Arg(value)])
                said = f"Keras 3 takes no lists of texts: {method}() is given a tensor"
                yield Edit(value, said, ((value, made),), imports)
            elif name == _LABELS:
                yield from _labels(file, function.value, value, method)


def _given(called: Called, method: str) -> list[tuple[str, cst.BaseExpression]]:
    """The data that a call is given, each with the name of its parameter."""
    args = [(name, called.argument(name)) for name in _METHODS[method]]
    given = [(name, arg.value) for name, arg in args if arg is not None]
    validation = called.argument(_VALIDATION) if method == "fit" else None
    if validation is not None and isinstance(validation.value, cst.Tuple | cst.List):
        parts = [each.value for each in validation.value.elements if isinstance(each, cst.Element)]
        given += zip(_METHODS["fit"], parts, strict=False)
    return given


def _labels(file: File, model: cst.BaseExpression, value: cst.BaseExpression, method: str) -> Iterator[Edit | Manual]:
    """Labels that certainly are a list, or may be one."""
    is_list = _is_list_that_grows(file, value)
    if not is_list and not is_loaded(file, value):
        return
    line = written_for(file).keras
    if has_one_output(file, model) and (is_list or line in _OF_LISTS):
        numpy, imports = bind_module(file, "numpy", "np", value)
        made = cst.Call(cst.parse_expression(f"{numpy}.asarray"), [cst.Arg(value)])
        said = f"Keras 3 takes no lists of labels: {method}() is given an array"
        yield Edit(value, said, ((value, made),), imports)
    elif not is_list and line is not KerasLine.TENSORFLOW_2:
        said = f"Keras 3 takes no list of labels, and {file.code(value)} may be one"
        advice = "pass np.asarray of it, if it is a list of numbers for one output"
        yield Manual(value, f"{method}(y=)", said, advice, is_note=True)


def _is_list_that_grows(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if all that the labels may be are empty lists, to which something is added, and comprehensions."""
    if _is_slice(node):
        return _is_part(fed_values.Fed(file, node), depth)
    made = fed_values.leaves(file, node) if isinstance(node, cst.Name | cst.Attribute) else []
    return bool(made) and depth > 0 and all(_is_open_list(each.node) or _is_part(each, depth) for each in made)


def _is_part(made: fed_values.Fed, depth: int) -> bool:
    """True for `labels[:100]` of such a list, in the module that makes it."""
    node = made.node
    return (
        isinstance(node, cst.Subscript) and _is_slice(node) and _is_list_that_grows(made.module, node.value, depth - 1)
    )


def _is_slice(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)


def _is_open_list(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.ListComp) or (isinstance(node, cst.List) and not node.elements)


def _is_listed(file: File, node: cst.BaseExpression) -> bool:
    """True for a list of numbers, or of lists of them, and for what `tolist` returns."""
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return value is not None and _is_listed(file, value)
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Attribute) and node.func.attr.value == "tolist" and not node.args
    return _is_numbers(node)


def _is_list_of_lists(file: File, node: cst.BaseExpression) -> bool:
    """True for a list of lists that grow as the file runs, which Keras 2.3 and TensorFlow 1 made arrays of."""
    if written_for(file).keras not in _OF_LISTS:
        return False
    made = leaves(file, node) or []
    return bool(made) and all(
        isinstance(each, cst.List)
        and len(each.elements) > 1
        and all(isinstance(part, cst.Element) and _is_grown(file, part.value) for part in each.elements)
        for each in made
    )


def _is_grown(file: File, node: cst.BaseExpression) -> bool:
    """True for a name that is bound to `[]`, and for a slice of it."""
    if isinstance(node, cst.Subscript) and _is_slice(node):
        node = node.value
    made = leaves(file, node) or [] if isinstance(node, cst.Name) else []
    return bool(made) and all(isinstance(each, cst.List) and not each.elements for each in made)


def _is_texts(file: File, node: cst.BaseExpression) -> bool:
    """True for a list of texts, or of lists of one each."""
    value = value_of(file, node)
    if not isinstance(value, cst.List) or not value.elements:
        return False
    rows = [each.value for each in value.elements if isinstance(each, cst.Element)]
    inner = [
        each.elements[0].value if isinstance(each, cst.List) and len(each.elements) == 1 else each for each in rows
    ]
    return len(rows) == len(value.elements) and all(isinstance(literal(each), str) for each in inner)


def _array_of_texts(file: File, node: cst.BaseExpression) -> cst.Call | None:
    """The call `np.array(["a", "b"])` that makes an array, which says no type."""
    value = value_of(file, node)
    if not isinstance(value, cst.Call) or file.qualified_name(value.func) not in ARRAYS or len(value.args) != 1:
        return None
    return value if _is_texts(file, value.args[0].value) else None


def _is_taken(file: File, node: cst.BaseExpression) -> bool:
    """True for what single batches do with a list of today as they did: one number trains, lists of lists fail."""
    value = value_of(file, node)
    if not isinstance(value, cst.List):
        return False
    return len(value.elements) == 1 or any(not _is_number(each.value) for each in value.elements)


def _is_numbers(node: cst.BaseExpression) -> bool:
    """True for a list of numbers, or of lists of them, also one that is repeated or put together of several."""
    if isinstance(node, cst.BinaryOperation):
        sides = (_is_numbers(node.left), _is_numbers(node.right))
        return (
            all(sides) if isinstance(node.operator, cst.Add) else isinstance(node.operator, cst.Multiply) and any(sides)
        )
    if not isinstance(node, cst.List) or not node.elements:
        return False
    return all(
        isinstance(each, cst.Element) and (_is_number(each.value) or _is_numbers(each.value)) for each in node.elements
    )


def _is_number(node: cst.BaseExpression) -> bool:
    return isinstance(literal(node), int | float)
