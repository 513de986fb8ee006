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

from codemods.analysis.graph_mode import first_import, last_import
from codemods.analysis.symbolic import is_symbolic
from codemods.rewriting.add_imports import bind_keras
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.source.walk import nodes
from codemods.types import Edit, Replacement, Stage, rule

_LAYER = '''class {name}({keras}.layers.Layer):
    """Returns the first of its inputs, and adds the second to the loss of the model."""

    def call(self, inputs):
        outputs, loss = inputs
        self.add_loss(loss)
        return outputs
'''
_NAMES = ("AddLoss", "AddedLoss")
_MODEL = "keras.models.Model"
_READING = frozenset(
    (
        *("count_params", "get_layer", "get_weights", "input", "layers"),
        *("load_weights", "name", "output", "set_weights", "summary"),
    )
)
"""What a model can be asked without being bound to what it is then."""
_STRATEGIES = ("keras.utils.multi_gpu_model", "tensorflow.distribute.MirroredStrategy")


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
    if not file.target.is_modern or any(file.references(each) for each in _STRATEGIES):
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
    if not isinstance(model, cst.Name) or arg.star or arg.keyword is not None or not _is_statement(file, call):
        return None
    return model if is_symbolic(file, arg.value) and _may_be_bound_anew(file, call, model) else None


def _is_statement(file: File, call: cst.Call) -> bool:
    """True for a line of its own in a module or function, perhaps behind an `if`."""
    statement = file.parent(call)
    line = file.parent(statement) if isinstance(statement, cst.Expr) else None
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    for above in file.ancestors(line):
        if isinstance(above, cst.FunctionDef | cst.Module):
            return True
        if not isinstance(above, cst.If | cst.Else | cst.IndentedBlock):
            return False
    return False


def _may_be_bound_anew(file: File, call: cst.Call, model: cst.Name) -> bool:
    """True if the name is bound in the same scope, to functional models, and was only read from since."""
    bindings = file.scope(call).bindings.get(model.value, [])
    earlier = [each for each in bindings if each.node is None or not file.before(call, each.node)]
    if not earlier or not all(each.node is not None and _is_functional(file, each) for each in earlier):
        return False
    uses = {id(use): use for each in bindings for use in each.uses if file.before(use, call)}
    return all(_only_reads(file, use) for use in uses.values())


def _is_functional(file: File, binding: Binding) -> bool:
    made = file.assigned_value(binding)
    return isinstance(made, cst.Call) and file.symbol(made.func) == _MODEL and len(made.args) > 1


def _only_reads(file: File, use: cst.Name) -> bool:
    above = file.parent(use)
    if isinstance(above, cst.Attribute) and above.value is use:
        return above.attr.value in _READING or above.attr.value == "add_loss"
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(above, cst.Arg) or not isinstance(call, cst.Call):
        return False
    return file.symbol(call.func) == "keras.utils.plot_model" or _is_passed_to_a_reader(file, call, above)


def _is_passed_to_a_reader(file: File, call: cst.Call, arg: cst.Arg) -> bool:
    """True for an argument of a function of the file that only reads from it."""
    function = call.func
    bindings = file.scope(function)[function.value] if isinstance(function, cst.Name) else []
    made = bindings[0].node if len(bindings) == 1 else None
    place = call.args.index(arg)
    if not isinstance(made, cst.FunctionDef) or arg.keyword is not None or any(each.star for each in call.args):
        return False
    if place >= len(made.params.params):
        return False
    parameter = made.params.params[place].name.value
    uses = [each for each in nodes(made.body, cst.Name) if each.value == parameter]
    return all(isinstance(file.parent(use), cst.Attribute) and _only_reads(file, use) for use in uses)


def _edit(file: File, call: cst.Call, model: cst.Name, start: cst.SimpleStatementLine) -> Edit:
    last, statement = last_import(file, start), file.parent(call)
    assert statement is not None
    keras, imports = bind_keras(file, next((each for each in file.module.body if file.before(last, each)), call))
    name, layer = _layer(file, keras)
    was, loss = model.value, file.code(call.args[0].value)
    value = cst.parse_expression(f"{keras}.Model({was}.input, {name}()([{was}.output, {loss}]), name={was}.name)")
    replacements: list[tuple[cst.CSTNode, Replacement]] = [
        (statement, cst.Assign([cst.AssignTarget(cst.Name(was))], value))
    ]
    if layer is not None:
        replacements.append((last, cst.FlattenSentinel([last, layer])))
    said = f"Keras 3 takes no tensor in {was}.add_loss: a layer at the end of the model adds it"
    return Edit(call, said, tuple(replacements), imports)


def _layer(file: File, keras: str) -> tuple[str, cst.ClassDef | None]:
    """The name of the layer, and its class if the file does not have it yet."""
    for each in nodes(file.module, cst.ClassDef):
        if file.code(each).strip() == file.code(_class(file, each.name.value, keras)).strip():
            return each.name.value, None
    name = file.free_name(*_NAMES)
    return name, _class(file, name, keras)


def _class(file: File, name: str, keras: str) -> cst.ClassDef:
    made = file.parse_statement(_LAYER.format(name=name, keras=keras))
    assert isinstance(made, cst.ClassDef)
    return made.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2)
