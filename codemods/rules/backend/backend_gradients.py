"""Report gradients of the backend, which Keras 3 has no graph for.

## What it does

Reports `K.gradients`, which the shims carry. It rewrites nothing.

## Why

In Keras 3 the tensors of a model have no values and are in no graph: `K.gradients` raises RuntimeError, "tf.gradients
is not supported when eager execution is enabled".
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

Every reported use. Inside of the `call` of a layer, the function of a `Lambda` layer and `tf.function`, both work.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.operations import GUIDE

_GRADIENTS = "keras.backend.gradients"


@rule(
    "TFM128",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.models import load_model

    model = load_model("model.h5")
    gradients = K.gradients(model.output, model.input)
    """,
)
def backend_gradients(file: File) -> Iterator[Edit | Manual]:
    """Report what cannot work without a graph; a file that chooses graph mode itself has one."""
    if not file.target.is_modern or has_switch(file):
        return
    for reference in file.all_references():
        call = file.call_of(reference) if reference.certain else None
        if call is None:
            continue
        if reference.canonical != _GRADIENTS or reference.spelling.shimmed or _is_traced(file, call):
            continue
        symbol = reference.qualified.removeprefix("compat.")
        said = "there is no graph to take gradients from in Keras 3"
        advice = f"use --to compat, or call the model under tf.GradientTape() ({GUIDE})"
        yield Manual(reference.node, symbol, said, advice)


def _is_traced(file: File, call: cst.Call) -> bool:
    """True inside of a `call` method, a decorated function or that of a `Lambda` layer, which may run in a graph."""
    above = list(file.ancestors(call))
    functions = [each for each in above if isinstance(each, cst.FunctionDef)]
    if any(each.name.value == "call" or each.decorators for each in functions):
        return True
    if any(isinstance(each, cst.Lambda) and _is_layer(file, file.parent(each)) for each in above):
        return True
    names = {each.name.value for each in functions}
    return any(each.value in names and _is_layer(file, file.parent(each)) for each in file.every(cst.Name))


def _is_layer(file: File, arg: cst.CSTNode | None) -> bool:
    """True for the argument of a `Lambda` layer."""
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and file.symbol(call.func) == "keras.layers.Lambda"
