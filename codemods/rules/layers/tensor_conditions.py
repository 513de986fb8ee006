"""Convert the `if` and `while` of your own layers that ask a tensor, as `tf.keras` did.

## What it does

A `call` of a layer, model or loss of the file, or the `update_state` or `result` of a metric, that has such a statement
gets the decorator `@tf.autograph.to_graph`, a function that `compile` takes as loss or metric `@tf.function`.

## Why

`tf.keras` of TensorFlow 2 let AutoGraph convert these functions. Keras 3 runs them as they are, and a tensor of a graph
is no condition of Python: OperatorNotAllowedInGraphError.
https://keras.io/guides/migrating_to_keras_3/#tf-autograph

## Numbers

Same: `tests/codemods/fixtures/tensor_conditions` under TensorFlow 2.15.1, before, and 2.21.0, after. The guide of Keras
decorates `call` with `@tf.function`, which loses what `add_loss` adds in it, and under `jit_compile` the gradients of a
loop.

## What it leaves to you

Functions with another decorator, loops in the function of a loss, and conditions that the file does not show to be
tensors. `Lambda` layers and `train_step` were not converted by `tf.keras` either.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.tensor_tests import Test, tensor_tests
from codemods.analysis.models.compiled_functions import METRICS, compiled_functions
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import called_methods, methods_of
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SAID = "Keras 3 runs {} without AutoGraph, and a tensor of a graph is no condition of Python"
_ADVICE = "use tf.cond, tf.while_loop or tf.where for what depends on the tensor"
_METHODS = (
    (LAYERS_AND_MODELS, ("call",)),
    (("keras.losses.",), ("call",)),
    (("keras.metrics.",), ("update_state", "result")),
)
_CONVERTING = ("tensorflow.function", "tensorflow.autograph.", "tensorflow.compat.v1.autograph.")
_EAGERLY = ("tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly")
_RUNS = (".fit", ".evaluate", ".predict", ".compile")
_OWN_DATA = {"call": 1, "update_state": 2}
"""How many parameters after `self` are tensors."""


@rule(
    "TFM281",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf


    class Doubled(tf.keras.layers.Layer):
        def call(self, x):
            if tf.reduce_sum(x) > 0:
                x = x * 2
            return x
    """,
)
def tensor_conditions(file: File) -> Iterator[Edit | Manual]:
    """Decorate what has a condition that is certainly a tensor, unless the file is for Keras 3 or runs eagerly."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3 or _is_eager(file):
        return
    for owner in file.every(cst.ClassDef):
        for bases, names in _METHODS:
            if derives_from(file, owner, *bases):
                methods = methods_of(owner)
                for method in (methods[name] for name in names if name in methods):
                    yield from _in_method(file, methods, method)
    for function in compiled_functions(file, "loss", *METRICS):
        yield from _in_function(file, function)


def _in_method(file: File, methods: dict[str, cst.FunctionDef], method: cst.FunctionDef) -> Iterator[Edit | Manual]:
    if any(_converts(file, each) for each in method.decorators):
        return
    for each in called_methods(methods, method):  # AutoGraph converts them together
        count = _OWN_DATA.get(each.name.value, 0) if each is method else 0
        data = [param.name.value for param in each.params.params[1 : 1 + count]]
        tests = () if any(_converts(file, mark) for mark in each.decorators) else tensor_tests(file, each, _set(data))
        if tests:
            yield _decorated(file, method, "autograph.to_graph", tests[0])
            return


def _in_function(file: File, function: cst.FunctionDef | cst.Lambda) -> Iterator[Edit | Manual]:
    if isinstance(function, cst.FunctionDef) and any(_converts(file, each) for each in function.decorators):
        return
    data = [each.name.value for each in function.params.params[:2]]
    tests = tensor_tests(file, function, _set(data))
    loop = next((each for each in tests if isinstance(each, cst.While | cst.For)), None)
    if isinstance(function, cst.Lambda) or loop is not None:
        if tests:
            yield _reported(loop or tests[0], "a loss or metric")
    elif tests:
        yield _decorated(file, function, "function", tests[0])


def _set(names: list[str]) -> frozenset[str]:
    return frozenset(names)


def _converts(file: File, decorator: cst.Decorator) -> bool:
    made = decorator.decorator
    symbol = file.symbol(made.func if isinstance(made, cst.Call) else made) or ""
    return symbol.startswith(_CONVERTING)


def _decorated(file: File, function: cst.FunctionDef, name: str, test: Test) -> Edit | Manual:
    if function.decorators:
        return _reported(test, function.name.value)
    module, imports = bind_module(file, "tensorflow", "tf", function)
    mark = cst.Decorator(cst.parse_expression(f"{module}.{name}"))
    made = function.with_changes(decorators=[mark])
    said = f"{_SAID.format(function.name.value)}: @{module}.{name} converts it"
    return Edit(function, said, ((function, made),), imports)


def _reported(test: Test, where: str) -> Manual:
    return Manual(test, "tensorflow.autograph", _SAID.format(where), _ADVICE)


def _is_eager(file: File) -> bool:
    """True if models run eagerly, where a tensor is a condition; or a loop of the file's own trains them so."""
    if any(file.references(each) for each in _EAGERLY):
        return True
    asked = (
        arg.value for call in file.calls for arg in call.args if arg.keyword and arg.keyword.value == "run_eagerly"
    )
    if any(literal(each) is True for each in asked):
        return True
    if any(each.attr.value == "run_eagerly" for each in file.attributes):
        return True
    is_own = bool(file.references("tensorflow.GradientTape")) and not file.references("tensorflow.function")
    return is_own and not any(each.path.endswith(_RUNS) for each in training_calls(file))
