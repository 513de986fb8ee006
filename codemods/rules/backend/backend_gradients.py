"""Report gradients and operations of the backend on the tensors of a model.

## What it does

Reports `K.gradients`, which the shims carry, and on the shims the functions of TensorFlow that take the tensor of a
layer, such as `tf.nn.relu(model.output)`. It rewrites nothing.

## Why

In Keras 3 the tensors of a model have no values and are in no graph: `K.gradients` raises RuntimeError, "tf.gradients
is not supported when eager execution is enabled", other functions AttributeError or ValueError.
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
from codemods.analysis.layers.layer_outputs import is_of_layers
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.operations import GUIDE, OPERATIONS

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
        symbol = reference.qualified.removeprefix("compat.")
        if reference.canonical == _GRADIENTS:
            if reference.spelling.shimmed or _is_traced(file, call):
                continue
            said = "there is no graph to take gradients from in Keras 3"
            advice = f"use --to compat, or call the model under tf.GradientTape() ({GUIDE})"
            yield Manual(reference.node, symbol, said, advice)
        elif reference.spelling.shimmed and _takes_tensor(file, reference, call):
            said = f"{symbol} does not take the tensor of a model in Keras 3"
            advice = f"use keras.ops.{OPERATIONS[reference.canonical].modern}, or a Lambda layer ({GUIDE})"
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


def _takes_tensor(file: File, reference: Reference, call: cst.Call) -> bool:
    if reference.canonical not in OPERATIONS or reference.canonical.startswith("keras.backend."):
        return False  # those of the backend take the tensors of models on the shims
    given = [arg.value for arg in call.args if not arg.star]
    parts = [each.value for node in given if isinstance(node, cst.List | cst.Tuple) for each in node.elements]
    return any(is_of_layers(file, each) for each in (*given, *parts))
