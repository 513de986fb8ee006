"""Give learning rate schedules of the file's own the step as a float, as `tf.keras` did.

## What it does

Begins `__call__(self, step)` of a `LearningRateSchedule` with `step = tf.cast(step, tf.float32)`, where the method
calculates with `step` and casts it nowhere.

## Why

The optimizers of `tf.keras` cast their iterations before they called a schedule. Those of Keras 3 pass a whole number:
`tf.math.rsqrt(step)` fails with "int64 is not in the list of allowed values", and so does `step * 0.1`.
https://github.com/tensorflow/tensorflow/blob/v2.4.0/tensorflow/python/keras/optimizer_v2/optimizer_v2.py

## Numbers

Same: `tests/codemods/fixtures/schedule_steps` has the rates of TensorFlow 2.1.4.

## What it leaves to you

Schedules that hand the step on to other functions.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import derived_from
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule

_SCHEDULE = "keras.optimizers.schedules.LearningRateSchedule"
_CASTS = ("tensorflow.cast", "tensorflow.convert_to_tensor", "tensorflow.compat.v1.to_float", "tensorflow.to_float")
_MATHS = frozenset(f"tensorflow.{name}" for name in ("cos", "exp", "maximum", "minimum", "pow", "sqrt"))
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.Power)


@rule(
    "TFM225",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class InverseRoot(tf.keras.optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            return tf.math.rsqrt(step)
    """,
)
def schedule_steps(file: File) -> Iterator[Edit]:
    """Only where the step is an operand, or an argument of a function of `tf`."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for owner in file.every(cst.ClassDef):
        known = derived_from(file, owner)
        if known is None or not known.is_a(_SCHEDULE):
            continue
        for method in owner.body.body:
            if isinstance(method, cst.FunctionDef) and method.name.value == "__call__":
                yield from _cast(file, method)


def _cast(file: File, method: cst.FunctionDef) -> Iterator[Edit]:
    body = method.body
    if len(method.params.params) != 2:  # noqa: PLR2004 - `self, step`
        return
    name = method.params.params[1].name.value
    uses = [each for each in nodes(body, cst.Name) if each.value == name and file.function(each) is method]
    if any(_is_cast(file, each) for each in uses) or not any(_is_calculated(file, each) for each in uses):
        return
    tensorflow, imports = bind_module(file, "tensorflow", "tf", method)
    statement = file.parse_statement(f"{name} = {tensorflow}.cast({name}, {tensorflow}.float32)")
    said = f"Keras 3 calls schedules with a whole number; {name} is a float again"
    if isinstance(body, cst.SimpleStatementSuite):
        block = cst.IndentedBlock([statement, cst.SimpleStatementLine(body.body)])
        yield Edit(method, said, ((body, block),), imports)
        return
    first = body.body[0]
    docstring = isinstance(first, cst.SimpleStatementLine) and _is_text(first)
    after = (first, statement) if docstring else (statement, first)
    yield Edit(method, said, ((first, cst.FlattenSentinel(after)),), imports)


def _is_text(line: cst.SimpleStatementLine) -> bool:
    return isinstance(line.body[0], cst.Expr) and isinstance(line.body[0].value, cst.BaseString)


def _is_cast(file: File, name: cst.Name) -> bool:
    """True in `tf.cast(step, ...)` and `float(step)`, and for a name that is bound anew."""
    arg = file.parent(name)
    if isinstance(arg, cst.AssignTarget | cst.AugAssign):
        return True
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return False
    return file.symbol(call.func) in _CASTS or file.is_builtin(call.func, "float", "int")


def _is_calculated(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    if isinstance(above, cst.BinaryOperation):
        return isinstance(above.operator, _ARITHMETIC)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    symbol = file.symbol(call.func) if isinstance(call, cst.Call) else None
    return symbol is not None and (symbol in _MATHS or symbol.startswith("tensorflow.math."))
