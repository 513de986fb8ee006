"""Make one-hot labels of the type that `to_categorical(dtype=)` asked for, and arrays of tensors.

## What it does

`to_categorical(y, 10, dtype="uint8")` becomes `np.asarray(to_categorical(y, 10), dtype="uint8")`.
A call without `dtype=` stays: its labels are `float64`, where Keras 2 made `float32`. Keras casts both for training.
`to_categorical(tf.constant([0, 2]))` becomes `to_categorical(np.asarray(tf.constant([0, 2])))`.

## Why

`to_categorical` of Keras 3 takes no `dtype`: TypeError. Of a tensor it makes a tensor, where Keras 2 made an array, and
does not count the classes: "Attempt to convert a value (None)".
https://keras.io/api/utils/python_utils/#tocategorical-function

## Numbers

Same labels and type as Keras 2.3.1 and `tf.keras` of TensorFlow 1.15.5 gave (`tests/codemods/fixtures/one_hot_types`).

## What it leaves to you

Keywords in a dictionary that is unpacked, and a call that a `try` or a condition chooses for some releases. Tensors of
which the file does not show that they are; tensors beside `num_classes` in files that do not show for which Keras they
were written, as Keras 3 takes those, and makes tensors of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.eager_kinds import EagerKind, eager_kind
from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_SYMBOL = "keras.utils.to_categorical"
_TYPE = "dtype"
_OF_TENSOR = "to_categorical is given an array: of a tensor Keras 3 makes another one, and counts no classes"


@rule(
    "TFM340",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.utils import to_categorical

    labels = to_categorical(np.arange(10), 10, dtype="uint8")
    """,
)
def one_hot_types(file: File) -> Iterator[Edit]:
    """Calls that name the type, which TFM132 names where it is given by its place, and those of tensors."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    choices = Choices(file)
    for reference in file.references(_SYMBOL):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or choices.leading_to(call):
            continue
        given = bind(call, "y", "num_classes", _TYPE) or {}
        dtype = next((arg for arg in call.args if arg is given.get(_TYPE) and arg.keyword is not None), None)
        classes = given.get("y")
        is_of_keras_2 = "num_classes" not in given or written_for(file).keras not in (None, KerasLine.KERAS_3)
        is_tensor = classes is not None and eager_kind(file, classes.value) is EagerKind.TENSOR
        if dtype is None and classes is not None and is_tensor and is_of_keras_2:
            numpy, imports = bind_module(file, "numpy", "np", call)
            of_array = cst.Call(cst.parse_expression(f"{numpy}.asarray"), [cst.Arg(classes.value)])
            yield Edit(call, _OF_TENSOR, ((classes.value, of_array),), imports)
        if dtype is None:
            continue
        numpy, imports = bind_module(file, "numpy", "np", call)
        labels = with_args(call, [arg for arg in call.args if arg is not dtype])
        named = cst.Arg(dtype.value, dtype.keyword, dtype.equal)
        array = cst.Call(cst.parse_expression(f"{numpy}.asarray"), [cst.Arg(labels), named])
        said = f"to_categorical takes no dtype= since Keras 3: {numpy}.asarray makes the type"
        yield Edit(call, said, ((call, array),), imports)
