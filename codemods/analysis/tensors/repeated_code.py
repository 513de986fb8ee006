"""Code that Keras 3 runs in a `tf.function`: `call` of layers and models, functions of `Lambda`, losses and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from codemods.analysis.layers.lambda_layers import lambda_definitions
from codemods.analysis.models.compiled_functions import (
    METRICS,
    Function,
    compiled_functions,
    compiled_methods,
    functions_behind,
)
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.objects.own_calls import called_by
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_ONCE = ("__init__", "build")
_OF_WEIGHTS = ("_regularizer", "_constraint")
_CLASSES_OF_WEIGHTS = ("keras.regularizers.Regularizer", "keras.constraints.Constraint")


@once_per_file
def repeated_code(file: File) -> dict[Function, str]:
    """Each such function, those that they call in turn included, and what runs it."""
    compiled = (*compiled_functions(file, "loss", *METRICS), *compiled_methods(file, "loss", *METRICS))
    found: dict[Function, str] = dict.fromkeys(compiled, "a loss or metric")
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *LAYERS_AND_MODELS):
            found |= dict.fromkeys(run_methods(owner), f"{owner.name.value}.call")
    for function in lambda_definitions(file):
        found.setdefault(function, "the function of a Lambda")
    for function in _of_weights(file):
        found.setdefault(function, "a regularizer or constraint")
    pending = [*found]
    for function in pending:  # grows meanwhile
        for called in _called(file, function):
            if called not in found and called.name.value not in _ONCE:
                found[called] = found[function]
                pending.append(called)
    return found


def _of_weights(file: File) -> Iterator[Function]:
    """The functions that layers are given as regularizers and constraints, and `__call__` of own classes of these."""
    for call in file.calls:
        for arg in call.args:
            if arg.keyword is not None and arg.keyword.value.endswith(_OF_WEIGHTS):
                yield from functions_behind(file, arg.value, least=1)
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *_CLASSES_OF_WEIGHTS) and (called := methods_of(owner).get("__call__")):
            yield called


def _called(file: File, function: Function) -> Iterator[cst.FunctionDef]:
    for call in nodes(function.body, cst.Call):
        binding = file.only_binding(call.func) if isinstance(call.func, cst.Name) else None
        own = called_by(file, call)
        if binding is not None and isinstance(binding.node, cst.FunctionDef):
            yield binding.node
        elif own is not None:
            yield own.function


def run_methods(owner: cst.ClassDef) -> list[cst.FunctionDef]:
    """`call`, and the methods of the class that it calls in turn."""
    methods = methods_of(owner)
    return called_methods(methods, methods["call"], apart_from=_ONCE) if "call" in methods else []


def methods_of(owner: cst.ClassDef) -> dict[str, cst.FunctionDef]:
    """The methods that a class has itself, by their names."""
    return {each.name.value: each for each in owner.body.body if isinstance(each, cst.FunctionDef)}


def called_methods(
    methods: dict[str, cst.FunctionDef], start: cst.FunctionDef, *, apart_from: tuple[str, ...] = ()
) -> list[cst.FunctionDef]:
    """A method, and those of its class that it calls in turn."""
    found = [start]
    for method in found:  # grows meanwhile
        for call in nodes(method.body, cst.Call):
            function = call.func
            if isinstance(function, cst.Attribute) and isinstance(function.value, cst.Name):
                called = methods.get(function.attr.value)
                is_own = function.value.value == self_name(method)
                if is_own and called is not None and called not in found and called.name.value not in apart_from:
                    found.append(called)
    return found


def self_name(function: cst.FunctionDef) -> str:
    """The name of the first parameter."""
    first = (*function.params.posonly_params, *function.params.params)[:1]
    return first[0].name.value if first else ""


def around(file: File, node: cst.CSTNode, end: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What is around a node, as far as `end`."""
    return takewhile(lambda each: each is not end, file.ancestors(node))


def may_run_once(file: File, node: cst.CSTNode, function: cst.CSTNode) -> bool:
    """True below a condition, which may let only the first run of the function through."""
    return any(isinstance(each, cst.If) for each in around(file, node, function))
