"""Add losses that are tensors of a functional model in a layer at its end.

## What it does

Where `model = Model(...)` is followed by `model.add_loss(loss)`, and `loss` is computed from tensors of the model, the
file gets a layer `AddLoss`, and the call becomes `model = keras.Model(model.input, AddLoss()([model.output, loss]))`.

## Why

Keras 3 takes losses only while a layer is called; for a tensor of a functional model it raises NotImplementedError.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: 20 steps of the variational autoencoder in `tests/equivalence/scripts/idioms` agree with Keras 2.3.1 on TensorFlow
1.15.5 to 2e-7, once TFM149 has written the `RMSprop` of Keras 2 (`--exact`), and to 2e-4 with that of Keras 3.

## What it leaves to you

Models that are compiled, called or handed on before the loss is added, and those under a strategy, which TFM236
reports. `model.layers[-1]` is the new layer.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import first_import, last_import
from codemods.analysis.models.rebound_models import is_statement, may_be_bound_anew, meets_a_strategy
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.rewriting.inserted_layers import inserted_layer
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_LAYER = '''class {name}({keras}.layers.Layer):
    """Returns the first of its inputs, and adds the second to the loss of the model."""

    def call(self, inputs):
        outputs, loss = inputs
        self.add_loss(loss)
        return outputs
'''
_NAMES = ("AddLoss", "AddedLoss")


@rule(
    "TFM167",
    stage=Stage.LATE,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    code = Dense(2)(image)
    model = Model(image, code)
    model.add_loss(code)
    """,
)
def losses_as_layers(file: File) -> Iterator[Edit]:
    """Rebind the model where nothing can have kept the one without the loss."""
    if not file.target.is_modern or meets_a_strategy(file):
        return
    for call in file.calls:
        found = _added(file, call)
        start = first_import(file)
        if found is not None and isinstance(start, cst.SimpleStatementLine):
            yield _edit(file, call, found, start)


def _added(file: File, call: cst.Call) -> cst.Name | None:
    """The model in `model.add_loss(tensor)`, a statement that may bind the model anew."""
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != "add_loss" or len(call.args) != 1:
        return None
    model, (arg,) = function.value, call.args
    if not isinstance(model, cst.Name) or arg.star or arg.keyword is not None or not is_statement(file, call):
        return None
    return model if is_symbolic(file, arg.value) and may_be_bound_anew(file, call, model) else None


def _edit(file: File, call: cst.Call, model: cst.Name, start: cst.SimpleStatementLine) -> Edit:
    statement = file.parent(call)
    assert statement is not None
    layer = inserted_layer(file, _LAYER, _NAMES, call, last_import(file, start))
    was, loss = model.value, file.code(call.args[0].value)
    value = cst.parse_expression(
        f"{layer.keras}.Model({was}.input, {layer.name}()([{was}.output, {loss}]), name={was}.name)"
    )
    bound = cst.Assign([cst.AssignTarget(cst.Name(was))], value)
    said = f"Keras 3 takes no tensor in {was}.add_loss: a layer at the end of the model adds it"
    return Edit(call, said, ((statement, bound), *layer.replacements), layer.imports)
