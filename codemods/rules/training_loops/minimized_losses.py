"""Compute the gradients that `minimize` of an optimizer computed, and apply them.

## What it does

`optimizer.minimize(lambda: f(w), [w])` becomes a `tf.GradientTape` around the loss, and
`optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))` behind it; with `tape=tape` the second alone.

## Why

Optimizers of Keras 3 have no `minimize`: AttributeError.
https://keras.io/guides/writing_a_custom_training_loop_in_tensorflow/

## Numbers

Same: ten steps of `Adam` and of `SGD` with `clipvalue=` take two variables to the values of TensorFlow 2.3.4, 2.10.1
and 2.15.1, to 1e-5 (`tests/codemods/rules/training_loops/test_minimized_losses.py`).

## What it leaves to you

Calls whose result is used, and variables that the file does not show: a name of a list that is made elsewhere, or a
function. They are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import OPTIMIZER, Receiver, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, keyword
from codemods.source.file import File, name_of
from codemods.types import Edit, rule

_MINIMIZE = "minimize"
_OF_MODELS = ("trainable_variables", "trainable_weights")
_VARIABLE = "tensorflow.Variable"


@rule(
    "TFM529",
    example="""
    import tensorflow as tf

    w = tf.Variable(3.0)
    optimizer = tf.keras.optimizers.SGD(0.1)
    for _ in range(10):
        optimizer.minimize(lambda: w ** 2, [w])
    """,
)
def minimized_losses(file: File) -> Iterator[Edit]:
    """Edit lines that only call `minimize` of an optimizer of Keras, for variables that the file shows."""
    for node in file.attributes:
        call = file.parent(node)
        if node.attr.value != _MINIMIZE or not isinstance(call, cst.Call) or call.func is not node:
            continue
        origin = origin_of(file, node.value)
        if isinstance(origin, Receiver) and not origin.shimmed and origin.is_a(OPTIMIZER):
            edit = _edit(file, call, node.value)
            if edit is not None:
                yield edit


def _edit(file: File, call: cst.Call, optimizer: cst.BaseExpression) -> Edit | None:
    given = bind(call, "loss", "var_list")
    line = file.statement(call)
    if (
        not isinstance(line, cst.SimpleStatementLine)
        or len(line.body) > 1
        or not isinstance(file.parent(call), cst.Expr)
    ):
        return None
    if given is None or not {"loss", "var_list"} <= given.keys() <= {"loss", "var_list", "tape", "name"}:
        return None
    variables, tape = given["var_list"].value, given["tape"].value if "tape" in given else None
    if not _are_shown(file, variables):
        return None
    listed = file.code(variables)
    said = f"Keras 3 has no {_MINIMIZE}: its gradients come from a tf.GradientTape"
    if tape is not None:
        loss = file.code(given["loss"].value)
        applied = _applied(file, optimizer, file.code(tape), loss, listed)
        is_plain = isinstance(tape, cst.Name) and not isinstance(given["loss"].value, cst.Lambda)
        return Edit(call, said, ((call, cst.parse_expression(applied)),)) if is_plain else None
    loss = _called(file, given["loss"].value)
    if not loss:
        return None
    tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
    taped, named = file.free_name("tape", "gradient_tape"), file.free_name("loss", "loss_value")
    block = file.parse_statement(f"with {tensorflow}.GradientTape() as {taped}:\n    {named} = {loss}\n")
    applied = _applied(file, optimizer, taped, named, listed)
    after = line.with_changes(body=[cst.Expr(cst.parse_expression(applied))], leading_lines=())
    lines = [block.with_changes(leading_lines=line.leading_lines), after]
    return Edit(call, said, ((line, cst.FlattenSentinel(lines)),), imports)


def _applied(file: File, optimizer: cst.BaseExpression, tape: str, loss: str, variables: str) -> str:
    return f"{file.code(optimizer)}.apply_gradients(zip({tape}.gradient({loss}, {variables}), {variables}))"


def _called(file: File, loss: cst.BaseExpression) -> str:
    """The value of a loss that takes no arguments; "" where it may be another one."""
    if isinstance(loss, cst.Lambda):
        params = loss.params
        has_none = not (params.params or params.kwonly_params or params.posonly_params or params.star_kwarg)
        return file.code(loss.body) if has_none and not isinstance(params.star_arg, cst.Param) else ""
    return f"{file.code(loss)}()" if isinstance(loss, cst.Name | cst.Attribute) else ""


def _are_shown(file: File, variables: cst.BaseExpression) -> bool:
    """True for the variables of a model, and for a list of variables that are trained; both may be read twice."""
    if isinstance(variables, cst.List | cst.Tuple):
        return all(_is_variable(file, each.value) for each in variables.elements)
    if isinstance(variables, cst.Attribute):
        return variables.attr.value in _OF_MODELS and name_of(variables) is not None
    value = file.only_value(variables) if isinstance(variables, cst.Name) else None
    return value is not None and not isinstance(value, cst.Name) and _are_shown(file, value)


def _is_variable(file: File, node: cst.BaseExpression) -> bool:
    made = leaves(file, node) if name_of(node) is not None else None
    return bool(made) and all(
        isinstance(each, cst.Call) and file.symbol(each.func) == _VARIABLE and keyword(each, "trainable") is None
        for each in made or ()
    )
