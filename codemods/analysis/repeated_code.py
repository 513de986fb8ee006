"""Code that Keras 3 runs in a `tf.function`: `call` of layers and models, functions of `Lambda`, losses and metrics."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.base_classes import LAYERS_AND_MODELS
from codemods.analysis.compiled_functions import METRICS, Function, compiled_functions, compiled_methods
from codemods.analysis.object_types import derives_from
from codemods.analysis.own_calls import called_by
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_LAMBDA = "keras.layers.Lambda"
_ONCE = ("__init__", "build")


@once_per_file
def repeated_code(file: File) -> dict[Function, str]:
    """Each such function, those that they call in turn included, and what runs it."""
    compiled = (*compiled_functions(file, "loss", *METRICS), *compiled_methods(file, "loss", *METRICS))
    found: dict[Function, str] = dict.fromkeys(compiled, "a loss or metric")
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *LAYERS_AND_MODELS):
            found |= dict.fromkeys(run_methods(owner), f"{owner.name.value}.call")
    for reference in file.references(_LAMBDA):
        call = file.call_of(reference)
        function = lambda_function(file, call.args[0].value) if call is not None and call.args else None
        if function is not None:
            found.setdefault(function, "the function of a Lambda")
    pending = [*found]
    for function in pending:  # grows meanwhile
        for called in _called(file, function):
            if called not in found and called.name.value not in _ONCE:
                found[called] = found[function]
                pending.append(called)
    return found


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
    methods = {each.name.value: each for each in owner.body.body if isinstance(each, cst.FunctionDef)}
    found = [methods["call"]] if "call" in methods else []
    for method in found:  # grows meanwhile
        for call in nodes(method, cst.Call):
            function = call.func
            if isinstance(function, cst.Attribute) and isinstance(function.value, cst.Name):
                called = methods.get(function.attr.value)
                is_own = function.value.value == self_name(method)
                if is_own and called is not None and called not in found and called.name.value not in _ONCE:
                    found.append(called)
    return found


def self_name(function: cst.FunctionDef) -> str:
    """The name of the first parameter."""
    first = (*function.params.posonly_params, *function.params.params)[:1]
    return first[0].name.value if first else ""


def lambda_function(file: File, node: cst.BaseExpression) -> Function | None:
    """The function of the file that a `Lambda` is given."""
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        return binding.node if binding is not None and isinstance(binding.node, cst.FunctionDef) else None
    return node if isinstance(node, cst.Lambda) else None
