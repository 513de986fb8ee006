"""Make an `int` of the NumPy numbers that are the sizes of layers.

## What it does

`Dense(np.max(y) + 1)` becomes `Dense(int(np.max(y) + 1))`. Likewise the sizes of `Embedding`, `LSTM`, `GRU`,
`SimpleRNN`, `RepeatVector` and `UpSampling1D`, and `units` of `Dense` that are divided by `/`.

## Why

Keras 3 raises ValueError: "Received an invalid value for `units`, expected a positive integer". Keras 2 took every
integer, and `tf.keras` cut the `units` of `Dense` off behind the point.
https://keras.io/api/layers/core_layers/dense/

## Numbers

No numbers involved.

## What it leaves to you

Sizes of which the file does not show that they come from NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import as_int, is_numpy_number
from codemods.analysis.data.fractions import is_fraction
from codemods.source.arguments import argument
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.behaviour.integer_sizes import INTEGER_SIZES

_DIVIDED = "keras.layers.Dense"


@rule(
    "TFM119",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.layers import Dense

    layer = Dense(np.max(labels) + 1, activation="softmax")
    """,
)
def numpy_sizes(file: File) -> Iterator[Edit]:
    """Edit sizes that are numbers of NumPy in at least one of the ways that the file shows: `int` changes no other."""
    for symbol, parameters in INTEGER_SIZES.items():
        for reference in file.references(symbol):
            call = file.call_of(reference)
            if call is None:
                continue
            for index, name in enumerate(parameters):
                arg = argument(call, name, index)
                is_float = arg is not None and symbol == _DIVIDED and _is_computed_float(file, arg.value)
                is_numpy = arg is not None and not reference.spelling.shimmed and is_numpy_number(file, arg.value)
                if arg is not None and (is_float or is_numpy):  # the shims take numbers of NumPy
                    short = symbol.rpartition(".")[2]
                    said = f"{short}({name}=) takes only an int: int({file.code(arg.value)})"
                    yield Edit(arg, said, ((arg.value, as_int(arg.value)),))


def _is_computed_float(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.BinaryOperation) and is_fraction(file, node)
