"""Compute on the tensors of a functional model with `keras.ops`.

## What it does

`x = tf.nn.relu(Dense(8)(image))` becomes `x = keras.ops.relu(Dense(8)(image))`, and likewise other functions of
TensorFlow and of the Keras backend, as `compat/tables/names/operations.py` has them.

## Why

The layers of a functional model pass on a `KerasTensor`, which has no values yet. `tf.keras` made a layer of each
function that was given one; Keras 3 raises ValueError: "A KerasTensor cannot be used as input to a TensorFlow
function".
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: both functions of each row against NumPy (`tests/compat/tables/test_operations.py`), and the predictions of
`tests/codemods/fixtures/operations` under TensorFlow 2.3.4 and 2.15.1, before, and 2.21.0, after.

## What it leaves to you

Functions without an equal, calls with `name=`, and tensors whose origin the file does not show. Inside of layers and of
`Lambda` functions of TensorFlow are fine, and so are they in a file that builds a graph, whose layers get its tensors.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.graphs.graph_mode import is_in_graph_mode
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.own_functions import Found, function_elsewhere, parameter_of
from codemods.analysis.tensors.symbolic import function_run, given_symbolic, takes_symbolic
from codemods.releases import api
from codemods.rewriting.add_imports import bind_keras, bind_module
from codemods.source.arguments import bind, named, with_args
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.names.operations import GUIDE, OF_SESSIONS, OPERATIONS, TAKES_SYMBOLIC
from compat.tables.rows import Operation

_BACKEND = "keras.backend."
_FINE = frozenset({"is_tensor", "print", "executing_eagerly"})
"""Functions of TensorFlow that take anything, as do those of `tf.nest`."""
_NEST = "tensorflow.nest."
_DEPTH = 3


@rule(
    "TFM232",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    image = tf.keras.layers.Input((8,))
    features = tf.nn.relu(tf.keras.layers.Dense(4)(image))
    model = tf.keras.Model(image, features)
    """,
)
def operations(file: File) -> Iterator[Edit | Manual]:
    """Edit calls whose arguments are visibly computed from inputs of a functional model."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or is_in_graph_mode(file.original):
        return
    for reference in file.all_references():
        call = file.call_of(reference)
        if call is not None and _is_function(file, reference) and takes_symbolic(file, call):
            if not _is_in_lambda(file, call):
                yield _outcome(file, reference, call)
    for call in file.calls:
        function = _refusing_elsewhere(file, call)
        if function is not None:
            said = f"{file.code(call.func)} hands the tensor of a functional model to {function}: Keras 3 refuses it"
            yield Manual(call, function, said, f"use keras.ops in there, or make it the call() of a layer ({GUIDE})")


def _is_in_lambda(file: File, call: cst.Call) -> bool:
    return any(isinstance(above, cst.Lambda) for above in file.ancestors(call))


def _refusing_elsewhere(file: File, call: cst.Call) -> str | None:
    """The function of TensorFlow to which a function of another module hands a tensor that only this file shows."""
    found = function_elsewhere(file, call.func)
    if found is None or not takes_symbolic(file, call):
        return None
    return _refusing(found, given_symbolic(file, call, found), _DEPTH)


def _refusing(found: Found, given: list[cst.Param], depth: int) -> str | None:
    """The first function of TensorFlow that gets one of these parameters, here or in a function that is handed it."""
    file, function, names = found.file, found.function, {each.name.value for each in given}
    for call in nodes(function, cst.Call):
        args = [arg for arg in call.args if _is_or_lists(arg.value, names)]
        if not args or file.function(call) is not function or _is_in_lambda(file, call):
            continue
        reference = file.reference(call.func)
        if reference is not None:
            if _is_function(file, reference) and not takes_symbolic(file, call):
                return reference.qualified
            continue
        further = function_run(file, call) if depth else None
        if further is not None:
            params = [parameter_of(further, call, arg) for arg in args]
            refusing = _refusing(further, [each for each in params if each is not None], depth - 1)
            if refusing is not None:
                return refusing
    return None


def _is_or_lists(node: cst.BaseExpression, names: set[str]) -> bool:
    if isinstance(node, cst.List | cst.Tuple):
        return any(_is_or_lists(each.value, names) for each in node.elements)
    return isinstance(node, cst.Name) and node.value in names


def _is_function(file: File, reference: Reference) -> bool:
    path = reference.canonical
    if path in OPERATIONS:
        return not (reference.spelling.shimmed and path.startswith(_BACKEND))
    if path.startswith(_BACKEND):
        if reference.spelling.shimmed or path in TAKES_SYMBOLIC or path in OF_SESSIONS:
            return False
    elif not path.startswith("tensorflow.") or path.startswith(_NEST) or path.rpartition(".")[2] in _FINE:
        return False
    spelled = reference.qualified if path.startswith(_BACKEND) else path
    release = file.target.release(spelled)
    return api.exists(spelled, release) and api.kind(spelled, release) == "function"


def _outcome(file: File, reference: Reference, call: cst.Call) -> Edit | Manual:
    row = OPERATIONS.get(reference.canonical)
    args = _arguments(row, call) if row is not None else None
    if row is None or args is None:
        said = f"Keras 3 does not take the tensor of a functional model in {reference.qualified}"
        advice = f"use keras.ops, or call the function in the call() of a layer of your own ({GUIDE})"
        return Manual(call, reference.qualified, said, advice)
    name, imports = _ops(file, reference, call)
    function = cst.parse_expression(f"{name}.{row.modern}")
    modern = f"keras.ops.{row.modern}"
    said = f"{file.code(call.func)} does not take the tensor of a functional model in Keras 3, {modern} does"
    return Edit(call, said, ((call, with_args(call.with_changes(func=function), args)),), imports)


def _ops(file: File, reference: Reference, call: cst.Call) -> tuple[str, tuple[Import, ...]]:
    """The name of `keras.ops`; by itself where `keras` is the shims."""
    if reference.spelling.shimmed:
        return bind_module(file, "keras.ops", "ops", call)
    keras, imports = bind_keras(file, call)
    return f"{keras}.ops", imports


def _arguments(row: Operation, call: cst.Call) -> list[cst.Arg] | None:
    """The arguments under their modern names; None if the function of Keras has no such parameter."""
    modern = dict(row.parameters)
    bound = bind(call, *modern)
    if bound is None or not bound.keys() <= modern.keys():
        return None
    made = [arg if arg.keyword is None else named(arg, modern[arg.keyword.value]) for arg in call.args]
    given = {modern[name] for name in bound}
    return made + [named(cst.Arg(cst.parse_expression(code)), name) for name, code in row.defaults if name not in given]
