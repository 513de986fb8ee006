"""Leave out `build(shape)` on a `Sequential` that the shape of its first layer has built.

## What it does

`model.build(input_shape=[None, 784])` goes where the first layer of `model` says another `input_shape`, or one that
cannot be compared. The same shape stays.

## Why

Keras 2 made the weights as soon as the first layer brought a shape, and `build` changed nothing after that, whatever
it was given. Keras 3 compares: "Sequential model has already been configured to use input shape (None, 28, 28)".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/models/sequential.py

## Numbers

Same: Keras 2.2.4 and 2.3.1 and `tf.keras` of TensorFlow 1.15.5, 2.3.4, 2.10.1 and 2.15.1 keep the shape of the first
layer and its weights (`tests/codemods/rules/models/test_rebuilt_models.py`).

## What it leaves to you

Calls that are not a line of their own, or the only one of their block: these are reported. Models whose first layer
the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.models.sequential_layers import layers_of
from codemods.analysis.objects.built_models import additions
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.remove import remove
from codemods.source.arguments import bind, keyword
from codemods.source.file import File, body_of
from codemods.types import Edit, Manual, Stage, rule

_SEQUENTIAL = "keras.models.Sequential"
_LAYERS = "keras.layers."
_INPUT = "keras.layers.Input"
_EMBEDDING = "keras.layers.Embedding"
"""Its `input_dim=` is no shape."""
_SAID = "Keras 3 takes no other shape for a Sequential that its first layer has built"


@rule(
    "TFM421",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([
        tf.keras.layers.Reshape((784,), input_shape=(28, 28)),
        tf.keras.layers.Dense(10),
    ])
    model.build(input_shape=[None, 784])
    model.summary()
    """,
)
def rebuilt_models(file: File) -> Iterator[Edit | Manual]:
    """Only where the first layer is seen to have a shape, and the call does not have the same one."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        function, bound = call.func, bind(call, "input_shape")
        if not isinstance(function, cst.Attribute) or function.attr.value != "build" or not bound:
            continue
        first = _first_layer(file, function.value)
        shape = _shape(file, first) if first is not None else None
        if shape is not None and shape != _parts(file, bound["input_shape"].value):
            yield _outcome(file, call)


def _outcome(file: File, call: cst.Call) -> Edit | Manual:
    statement = file.statement(call)
    block = file.block(statement)
    is_own_line = isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
    if not is_own_line or not isinstance(file.parent(call), cst.Expr) or block is None or len(body_of(block)) == 1:
        return Manual(call, f"{_SEQUENTIAL}.build", _SAID, "leave out build(): it changed nothing")
    return Edit(call, f"{_SAID}; build() changed nothing", remove(file, statement))


def _first_layer(file: File, model: cst.BaseExpression) -> cst.Call | None:
    """The call that makes the first layer of a `Sequential` of Keras itself."""
    if shim_of(file, model) is not None:
        return None
    layers = layers_of(file, model)
    if layers is None:
        made = last_value(file, model) or only_value_of(file, model)
        is_made_here = isinstance(made, cst.Call) and file.symbol(made.func) == _SEQUENTIAL
        layers = _listed(made) or _added(file, model, made) if is_made_here and isinstance(made, cst.Call) else []
    return layers[0] if layers and isinstance(layers[0], cst.Call) else None


def _listed(made: cst.Call) -> list[cst.BaseExpression]:
    given = made.args[0].value if made.args else None
    elements = given.elements if isinstance(given, cst.List | cst.Tuple) else ()
    return [each.value for each in elements[:1] if isinstance(each, cst.Element)]


def _added(file: File, model: cst.BaseExpression, made: cst.Call) -> list[cst.BaseExpression]:
    calls = additions(file, model) if isinstance(model, cst.Name) and not made.args else []
    return [call.args[0].value for call in calls[:1] if len(call.args) == 1]


def _shape(file: File, layer: cst.Call) -> list[str] | None:
    """The parts of the shape that a layer says for its input, that of the batch included; None if it says none."""
    symbol = file.symbol(layer.func) or ""
    if not symbol.startswith(_LAYERS) or symbol == _EMBEDDING:
        return None
    for name in ("batch_input_shape", "batch_shape"):
        if (arg := keyword(layer, name)) is not None:
            return _parts(file, arg.value)
    if (arg := keyword(layer, "input_dim")) is not None:
        return ["None", file.code(arg.value)]
    arg = (bind(layer, "shape") or {}).get("shape") if symbol == _INPUT else keyword(layer, "input_shape")
    return ["None", *_parts(file, arg.value)] if arg is not None else None


def _parts(file: File, shape: cst.BaseExpression) -> list[str]:
    """The code of the elements of a shape, or that of the whole for one that does not show them."""
    value = only_value_of(file, shape) or shape
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add):
        return [*_parts(file, value.left), *_parts(file, value.right)]
    if not isinstance(value, cst.Tuple | cst.List):
        return [f"*{file.code(value)}"]
    return [file.code(each.value) for each in value.elements]
