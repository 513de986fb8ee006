"""Give optimizers of Keras 3 a float for a learning rate that is a tensor, and a function for one that is a variable.

## What it does

`SGD(learning_rate=tf.constant(0.1))` becomes `SGD(learning_rate=float(tf.constant(0.1)))`, and a rate that is a
`tf.Variable` becomes `lambda: rate`; so do rates by way of a name. Whole numbers become floats:
`Adadelta(learning_rate=1)` becomes `Adadelta(learning_rate=1.0)`, and `momentum=0` becomes `momentum=0.0`.

## Why

Keras 3 takes floats, schedules and functions: "Argument `learning_rate` should be float, or an instance of
LearningRateSchedule, or a callable".
https://keras.io/api/optimizers/

## Numbers

Same: an optimizer reads a variable at each step, and so does the function
(`tests/codemods/rules/optimizers/test_rate_tensors.py`).

## What it leaves to you

Rates whose making the file does not show, and those of a graph of TensorFlow 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Edit, rule

_OPTIMIZERS = "keras.optimizers."
_RATES, _MOMENTUM = ("learning_rate", "lr"), "momentum"
_CONSTANTS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.cast"})
_VARIABLE = "tensorflow.Variable"
_MOST = 20
"""More values than a rate has in a script; each of them would be followed."""


@rule(
    "TFM353",
    example="""
    import tensorflow as tf

    rate = tf.Variable(0.1)
    optimizer = tf.keras.optimizers.SGD(learning_rate=rate)
    """,
)
def rate_tensors(file: File) -> Iterator[Edit]:
    """Only rates of which every value is seen to be a tensor, or a variable, and whole numbers."""
    if not goes_to_keras_3(file):
        return
    for called in known_calls(file):
        if not _is_optimizer(called.canonical) or sum(keyword(called.call, name) is not None for name in _RATES) > 1:
            continue
        for arg in (called.argument(name) for name in (*_RATES, _MOMENTUM)):
            if arg is not None and isinstance(arg.value, cst.Integer):
                number = cst.Float(f"{file.code(arg.value)}.0")
                said = f"an optimizer of Keras 3 takes floats, no whole numbers: {number.value}"
                yield Edit(arg, said, ((arg.value, number),))
        rate = next((arg for name in _RATES if (arg := called.argument(name)) is not None), None)
        if rate is None:
            continue
        made, code = _makers(file, rate.value), file.code(rate.value)
        if not made or is_written_for_tensorflow_1(file):
            continue
        if made <= _CONSTANTS:
            new, kind = f"float({code})", "no tensor"
        elif made == {_VARIABLE}:
            new, kind = f"lambda: {code}", "no variable"
        else:
            continue
        said = f"an optimizer of Keras 3 takes {kind} for its learning rate: {new}"
        yield Edit(rate, said, ((rate.value, cst.parse_expression(new)),))


def _is_optimizer(path: str) -> bool:
    return path.startswith(_OPTIMIZERS) and "." not in path.removeprefix(_OPTIMIZERS)


def _makers(file: File, node: cst.BaseExpression) -> set[str]:
    """The functions that make the values of an expression; none if one of them is something else."""
    if isinstance(node, cst.Name) and len(file.assignments(node)) > _MOST:
        return set()
    found = leaves(file, node) or []
    symbols = [file.symbol(each.func) or "" if isinstance(each, cst.Call) else "" for each in found]
    return set(symbols) if all(symbols) else set()
