"""Make an `int` of the NumPy numbers that index symbolic tensors.

## What it does

`model.output[:, np.argmax(scores)]`, as Grad-CAM has it, becomes `model.output[:, int(np.argmax(scores))]`.

## Why

Keras 3 raises ValueError: "Unsupported key type for array slice". The symbolic tensors of Keras 2 took every integer.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/ops/numpy.py (`GetItem`)

## Numbers

No numbers involved.

## What it leaves to you

Indices of which the file does not show that they come from NumPy, and tensors of which it does not show that they are
symbolic.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import as_int, is_numpy_number
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.source.file import File
from codemods.source.walk import nodes
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
    for subscript in nodes(file.module, cst.Subscript):
        if not is_symbolic(file, subscript.value):
            continue
        indices = [each for each in _indices(subscript) if is_numpy_number(file, each)]
        if indices:
            said = ", ".join(f"int({file.code(each)})" for each in indices)
            wrapped = tuple((each, as_int(each)) for each in indices)
            yield Edit(subscript, f"symbolic tensors take only an int as an index: {said}", wrapped)


def _indices(subscript: cst.Subscript) -> Iterator[cst.BaseExpression]:
    """The single indices between the brackets; the ends of slices may be numbers of NumPy."""
    for element in subscript.slice:
        if isinstance(element.slice, cst.Index):
            yield element.slice.value
