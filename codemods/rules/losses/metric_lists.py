"""Pass `compile` its only metric in a list.

## What it does

`compile(metrics=accuracy)` becomes `compile(metrics=[accuracy])` where every value of `accuracy` is one metric: its
name, a function or lambda, or an object of `keras.metrics` or `keras.losses`. `weighted_metrics` likewise. A parameter
has what the calls in the file pass, and its default, as values.

## Why

Keras 3 raises ValueError: "Expected `metrics` argument to be a list, tuple, or dict". `tf.keras` 2.2 to 2.15 took one
metric as it is.
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same. The logs of `tests/codemods/fixtures/metric_lists` under TensorFlow 2.10.1 and 2.15.1, before, and 2.21.0, after,
agree to 1e-6.

## What it leaves to you

A metric of a model with several outputs, which wants a list for each of them. A parameter that is one metric in some
calls only. Values that the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls, speaks_of
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.logs.logged_values import arguments_for
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.changed_values import SINGLE_METRICS
from compat.tables.names.makers import MODEL_CLASSES

_GIVEN = 2
"""Keras passes a metric the labels and the predictions."""


@rule(
    "TFM131",
    example="""
    from tensorflow import keras

    model = keras.Sequential([keras.layers.Dense(1)])
    accuracy = keras.metrics.BinaryAccuracy()
    model.compile(optimizer="adam", loss="binary_crossentropy", metrics=accuracy)
    """,
)
def metric_lists(file: File) -> Iterator[Edit | Manual]:
    """Wrap a value only if all that reaches it is one metric, and nothing shows that the model has several outputs."""
    for called in known_calls(file):
        if any(arg.star == "**" for arg in called.call.args):
            continue
        for name in _keywords(file, called):
            arg = called.argument(name)
            given = [_is_one_metric(file, each) for each in _values(file, arg.value)] if arg is not None else []
            if arg is None or not any(given):
                continue
            code = file.code(arg.value)
            if not all(given):
                yield _mixed(called, arg, name, code)
            elif _has_several_outputs(file, called):
                yield _undecided(called, arg, name, code)
            else:
                wrapped = cst.List([cst.Element(arg.value)])
                said = f"Keras 3 takes {name} in a list: [{code}]"
                yield Edit(arg, said, ((arg.value, wrapped),))


def _keywords(file: File, called: Called) -> list[str]:
    """The parameters of the call that take a list of metrics today."""
    rows = (row for row in SINGLE_METRICS if speaks_of(file.target, row.symbols, row.changed_in, called))
    return list(dict.fromkeys(name for row in rows for name in row.keywords))


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The value itself; of a parameter its default, and what the calls in the file pass."""
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    param = binding.node if binding is not None else None
    if binding is None or not isinstance(param, cst.Param):
        return [node]
    default = [param.default] if param.default is not None and _is_called(file, file.function(param)) else []
    return [*arguments_for(file, binding), *default]


def _is_called(file: File, function: cst.FunctionDef | cst.Module) -> bool:
    names = {call.func.value for call in file.calls if isinstance(call.func, cst.Name)}
    return isinstance(function, cst.FunctionDef) and function.name.value in names


def _is_one_metric(file: File, node: cst.BaseExpression) -> bool:
    return (
        any(breaks(file, row.condition, node) for row in SINGLE_METRICS)
        or evidence(file, node, Kind.METRIC) is Evidence.CERTAIN
        or _is_function(file, node)
    )


def _is_function(file: File, node: cst.BaseExpression) -> bool:
    """True for the name of a function of the file that takes labels and predictions, and needs nothing else."""
    if not isinstance(node, cst.Name):
        return False
    binding = file.only_binding(node)
    function = binding.node if binding is not None else None
    if not isinstance(function, cst.FunctionDef) or function.decorators:
        return False
    parameters = (*function.params.posonly_params, *function.params.params)
    return len(parameters) >= _GIVEN and all(each.default is not None for each in parameters[_GIVEN:])


def _has_several_outputs(file: File, called: Called) -> bool:
    """True if the losses, their weights or the model's outputs are several; the source may not show it."""
    given = [arg.value for name in ("loss", "loss_weights") if (arg := called.argument(name)) is not None]
    assert isinstance(called.call.func, cst.Attribute)
    model = called.call.func.value
    made = file.definitions(model) or [] if isinstance(model, cst.Name) else [model]
    for call in made:
        if isinstance(call, cst.Call) and file.symbol(call.func) in MODEL_CLASSES:
            bound = bind(call, "inputs", "outputs", "name") or {}
            given += [bound[name].value for name in ("outputs", "output") if name in bound]
    return any(_is_several(file, each) for each in given)


def _is_several(file: File, node: cst.BaseExpression) -> bool:
    values = (file.definitions(node) or []) if isinstance(node, cst.Name) else [node]
    return any(isinstance(each, cst.List | cst.Tuple | cst.Dict) and len(each.elements) > 1 for each in values)


def _mixed(called: Called, arg: cst.Arg, name: str, code: str) -> Manual:
    return Manual(
        arg,
        f"{called.path}({name}=)",
        f"{code} is one metric in some calls, and Keras 3 takes {name} in a list",
        "pass a list in every call",
    )


def _undecided(called: Called, arg: cst.Arg, name: str, code: str) -> Manual:
    return Manual(
        arg,
        f"{called.path}({name}=)",
        f"Keras 3 does not take {name}={code} for a model with several outputs",
        f"write a list for each output: {name}=[[{code}], [...]], with an object of its own for each",
    )
