"""Make an `int` of the NumPy numbers that index symbolic tensors, and of comparisons of them that index lists.

## What it does

`model.output[:, np.argmax(scores)]`, as Grad-CAM has it, becomes `model.output[:, int(np.argmax(scores))]`, and
`["cat", "dog"][model.predict(x)[0][0] > 0.5]` `["cat", "dog"][int(model.predict(x)[0][0] > 0.5)]`.

## Why

NumPy's True and False are no indices of lists since NumPy 2.3: TypeError, "list indices must be integers or slices, not
numpy.bool". https://numpy.org/doc/stable/release/2.3.0-notes.html#expired-deprecations

Keras 3 raises ValueError: "Unsupported key type for array slice". The symbolic tensors of Keras 2 took every integer.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/ops/numpy.py (`GetItem`)

## Numbers

No numbers involved.

## What it leaves to you

Indices of which the file does not show that they come from NumPy, and tensors of which it does not show that they are
symbolic, or lists that they are lists.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import as_int, is_numpy_number
from codemods.analysis.arrays.predictions import is_predicted
from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM378",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.applications import VGG16

    model = VGG16()
    best = np.argmax(model.predict(image)[0])
    score = model.output[:, best]
    """,
)
def numpy_indices(file: File) -> Iterator[Edit]:
    """Edit indices that are numbers of NumPy in at least one of the ways that the file shows."""
    for subscript in file.every(cst.Subscript):
        if not is_symbolic(file, subscript.value):
            continue
        indices = [each for each in _indices(subscript) if is_numpy_number(file, each)]
        if indices:
            said = ", ".join(f"int({file.code(each)})" for each in indices)
            wrapped = tuple((each, as_int(each)) for each in indices)
            yield Edit(subscript, f"symbolic tensors take only an int as an index: {said}", wrapped)
    for subscript in file.every(cst.Subscript) if file.target.is_modern else ():
        place = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        if isinstance(place, cst.Index) and _is_compared(file, place.value) and _is_sequence(file, subscript.value):
            said = "True and False of NumPy are no index of a list"
            yield Edit(subscript, said, ((place.value, as_int(place.value.with_changes(lpar=[], rpar=[]))),))


def _is_sequence(file: File, node: cst.BaseExpression) -> bool:
    """True for a list, a tuple or a text that is written out, and for a name of one."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    return isinstance(value, cst.List | cst.Tuple | cst.SimpleString)


def _is_compared(file: File, index: cst.BaseExpression) -> bool:
    """True for `p > 0.5` where `p` is a part of an array, or a number that NumPy made."""
    value = file.only_value(index) if isinstance(index, cst.Name) else index
    if not isinstance(value, cst.Comparison) or len(value.comparisons) != 1:
        return False
    sides = (value.left, value.comparisons[0].comparator)
    return not isinstance(value.comparisons[0].operator, cst.In | cst.NotIn | cst.Is | cst.IsNot) and any(
        _is_of_numpy(file, each) for each in sides
    )


def _is_of_numpy(file: File, node: cst.BaseExpression) -> bool:
    value = value_of(file, node) or node
    if is_predicted(file, node) or is_numpy_number(file, node):
        return True
    if isinstance(value, cst.Subscript):
        return _is_of_numpy(file, value.value)
    path = file.qualified_name(value.func) if isinstance(value, cst.Call) else None
    return (path or "").startswith(("numpy.", "sklearn."))


def _indices(subscript: cst.Subscript) -> Iterator[cst.BaseExpression]:
    """The single indices between the brackets; the ends of slices may be numbers of NumPy."""
    for element in subscript.slice:
        if isinstance(element.slice, cst.Index):
            yield element.slice.value
