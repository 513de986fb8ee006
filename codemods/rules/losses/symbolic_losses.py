"""Report losses of a functional model that are tensors of it, or read them.

## What it does

Looks for `model.add_loss(loss)` where `loss` is computed from the inputs of the model, and for functions that `compile`
takes as loss or metric and that read such tensors, as variational autoencoders do; also for those that a function of
another module makes of a tensor, `loss=yolo_loss(true_boxes)`, and for tensors that `functools.partial` binds. It
rewrites nothing.

## Why

Keras 3 takes no tensor of a functional model there: it raises NotImplementedError, or ValueError in the first step.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

With `--to compat`, only a `Sequential`: `add_loss` of the shims takes tensors of a functional model. Natively, where
TFM167 and TFM373 cannot do it, to compute the loss in the `call()` of a layer of your own, which calls
`self.add_loss(loss)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.compiled_functions import (
    METRICS,
    Function,
    calls_behind,
    compiled_functions,
    compiled_methods,
)
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.objects.own_functions import Found, function_elsewhere, parameter_of
from codemods.analysis.tensors.read_tensors import kept_tensors, named_tensors
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.source.file import File
from codemods.types import Manual, Stage, rule
from compat.tables.names.operations import GUIDE

_SEQUENTIAL = "keras.models.Sequential"
_ADVICE = f"compute it in the call() of a layer of your own, which calls self.add_loss ({GUIDE})"


@rule(
    "TFM236",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    code = Dense(2)(image)
    model = Model(image, code)
    model.compile("adam", "mse")
    model.add_loss(code)
    """,
)
def symbolic_losses(file: File) -> Iterator[Manual]:
    """Report calls on models whose loss is visibly symbolic, and the first such tensor that a function reads."""
    for function in (*compiled_functions(file, "loss", *METRICS), *compiled_methods(file, "loss", *METRICS)):
        read = next(_reads(file, function), None)
        if read is not None:
            said = f"{file.code(read)} is a tensor of a functional model, which no loss or metric of Keras 3 can read"
            yield Manual(read, "keras.models.Model.compile", said, _ADVICE)
    for tensor in _given_to_makers(file):
        said = f"the function that this makes reads {file.code(tensor)}, a tensor of a functional model, and fails"
        yield Manual(tensor, "keras.models.Model.compile", said, _ADVICE)
    for tensor in _bound_by_partials(file):
        said = f"{file.code(tensor)} is a tensor of a functional model, which no loss or metric of Keras 3 can read"
        yield Manual(tensor, "keras.models.Model.compile", said, _ADVICE)
    for call, path in _calls(file):
        if not call.args[0].star and is_symbolic(file, call.args[0].value):
            said = "Keras 3 does not take a tensor of a functional model as a loss (NotImplementedError)"
            yield Manual(call, path, said, _ADVICE)


def _given_to_makers(file: File) -> Iterator[cst.BaseExpression]:
    """The tensors that functions of other modules are given to make a loss or a metric that reads them."""
    for call in calls_behind(file, "loss", *METRICS):
        found = function_elsewhere(file, call.func)
        if found is None:
            continue
        for arg in call.args:
            param = parameter_of(found, call, arg)
            if param is not None and is_symbolic(file, arg.value) and _is_read_within(found, param):
                yield arg.value


def _bound_by_partials(file: File) -> Iterator[cst.BaseExpression]:
    """The tensors that `functools.partial(loss, weights=tensor)` hands to a loss or a metric."""
    for call in calls_behind(file, "loss", *METRICS):
        if file.qualified_name(call.func) == "functools.partial":
            yield from (arg.value for arg in call.args[1:] if is_symbolic(file, arg.value))


def _is_read_within(found: Found, param: cst.Param) -> bool:
    """True if a function inside of that of a parameter reads it."""
    file, maker = found.file, found.function
    uses = (use for each in file.scope(param)[param.name.value] for use in each.uses)
    around = (above for use in uses for above in takewhile(lambda each: each is not maker, file.ancestors(use)))
    return any(isinstance(each, cst.FunctionDef | cst.Lambda) for each in around)


def _calls(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The calls of `add_loss` with one argument; a functional model of the shims takes a tensor."""
    for called in training_calls(file):
        if called.path.rpartition(".")[2] == "add_loss" and len(called.call.args) == 1:
            yield called.call, called.path
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "add_loss" and len(call.args) == 1:
            receiver = shim_of(file, call.func.value)
            if receiver is not None and receiver.is_a(_SEQUENTIAL):
                yield call, "keras.models.Model.add_loss"


def _reads(file: File, function: Function) -> Iterator[cst.Name | cst.Attribute]:
    """Where a function reads a tensor from around it, or one that its object has."""
    yield from named_tensors(file, function)
    yield from kept_tensors(file, function)
