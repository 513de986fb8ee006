"""Keep the tensors of a functional model that its losses read in a layer at its end.

## What it does

Where `def vae_loss(x, y)` reads `z_mean`, a tensor of the model that is compiled with it, the file gets a layer `Kept`.
The model is bound anew, `vae = keras.Model(vae.input, kept(vae.output, {"z_mean": z_mean}))`, and the loss begins with
`z_mean = kept.tensors["z_mean"]`. Metrics that read tensors are treated alike. Where a call makes the loss of tensors,
`loss=ppo_loss(advantage)`, it gets `lambda: kept.tensors["advantage"]`, which the loss calls; what makes it may be a
method, which may be static.

## Why

Keras 3 computes losses outside of the model: it raises ValueError, "A KerasTensor cannot be used as input to a
TensorFlow function". The layer is called in the same step as the loss, and has the tensors of that step.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: 20 steps of the variational autoencoder in `tests/equivalence/scripts/idioms/vae_loss_function.py` agree with
Keras 2.3.1 on TensorFlow 1.15.5 to 1e-7, and the losses of a policy that is optimized by its advantage do
(`tests/codemods/rules/losses/test_losses_that_read_tensors.py`).

## What it leaves to you

Losses that read tensors of `self`, and makers of losses that are called more than once; models with several outputs,
with masks, under a strategy, and those that are saved, called, or asked for their layers. TFM236 reports them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self, value_of
from codemods.analysis.graphs.graph_mode import first_import, last_import
from codemods.analysis.models.compiled_functions import METRICS, compiled_functions
from codemods.analysis.models.rebound_models import is_statement, may_be_bound_anew, meets_a_strategy
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.mask_sources import makes_masks
from codemods.analysis.tensors.read_tensors import kept_tensors, named_tensors
from codemods.analysis.training.loss_makers import MadeLoss, losses_made
from codemods.rewriting.inserted_layers import inserted_layer
from codemods.rewriting.replace import replace
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import first_statement
from codemods.types import Edit, Replacement, Stage, rule

_LAYER = '''class {name}({keras}.layers.Layer):
    """Returns its input, and keeps tensors for a loss that reads them."""

    def call(self, outputs, tensors):
        self.tensors = tensors
        return outputs
'''
_NAMES = ("Kept", "KeptTensors")
_LOADING = ("keras.models.load_model", "keras.models.clone_model", "keras.models.model_from_json")
_ASKED = frozenset(
    (
        *("compile", "evaluate", "evaluate_generator", "fit", "fit_generator", "get_layer", "get_weights", "history"),
        *("input", "inputs", "load_weights", "metrics_names", "name", "optimizer", "predict", "predict_generator"),
        *("predict_on_batch", "save_weights", "set_weights", "stop_training", "summary", "test_on_batch"),
        "train_on_batch",
    )
)
"""What a model may be asked that has one layer more at its end."""
_CUTTING = frozenset(("get_config", "layers", "output", "outputs", "save", "to_json", "to_yaml"))
_RETURN = "return"


@rule(
    "TFM373",
    stage=Stage.LATE,
    example="""
    from keras import backend as K
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    code = Dense(2)(image)
    model = Model(image, Dense(8)(code))

    def loss(y_true, y_pred):
        return K.mean(K.square(y_true - y_pred), axis=-1) + K.sum(K.square(code), axis=-1)

    model.compile("adam", loss)
    """,
)
def losses_that_read_tensors(file: File) -> Iterator[Edit]:
    """Rebind models that nothing but their training and prediction is asked of."""
    if not file.target.is_modern or not goes_to_keras_3(file):
        return
    if meets_a_strategy(file) or any(file.references(each) for each in _LOADING):
        return
    if any(makes_masks(file, each) for each in file.calls):
        return
    found: dict[cst.Call, _Kept] = {}
    for function, call in compiled_functions(file, "loss", *METRICS).items():
        names = list(dict.fromkeys(each.value for each in named_tensors(file, function)))
        if names and isinstance(function, cst.FunctionDef):
            found.setdefault(call, _Kept([], [])).readers.append((function, names))
    for call in file.calls:
        if method_of(call) == "compile":
            for made in losses_made(file, call):
                found[call] = _Kept([], [made])  # its function is among the readers by its parameters
    for call, kept in found.items():
        start = first_import(file)
        model = _model(file, call)
        if model is None or not isinstance(start, cst.SimpleStatementLine):
            continue
        if all(_is_plain(file, call, function, names) for function, names in kept.readers):
            yield _edit(file, call, model, kept, start)


class _Kept(NamedTuple):
    """What a model keeps tensors for: functions that read them by name, and those that a call makes of them."""

    readers: list[tuple[cst.FunctionDef, list[str]]]
    made: list[MadeLoss]


# --- the model


def _model(file: File, call: cst.Call) -> str | None:
    """The model of `model.compile(...)`, if it may be bound anew before this line."""
    model = call.func.value if isinstance(call.func, cst.Attribute) else None
    if model is None or not is_statement(file, call):
        return None
    if isinstance(model, cst.Name):
        bindings = file.scope(call).bindings.get(model.value, [])
        values = [file.assigned_value(each) for each in bindings]
        uses: list[cst.CSTNode] = [use for each in bindings for use in each.uses if not file.before(use, call)]
        if not may_be_bound_anew(file, call, model):
            return None
    elif isinstance(model, cst.Attribute) and isinstance(model.value, cst.Name) and is_self(file, model.value):
        owner = file.enclosing_class(model)
        values = [*(assigned_to_self(file, owner, model.attr.value) or [])] if owner is not None else []
        uses = [each for each in file.attributes if each.attr.value == model.attr.value]
        uses = [each for each in uses if not isinstance(file.parent(each), cst.AssignTarget)]
        if not values or values[0] is None or file.function(values[0]) is not file.function(call):
            return None
    else:
        return None
    if len(values) != 1 or not _has_one_output(file, values[0]) or not _has_one_loss(call):
        return None
    asked = [_asked(file, use) for use in uses]
    if asked.count("compile") != 1 or not all(each in _ASKED or each == _RETURN for each in asked):
        return None
    return None if _RETURN in asked and _is_asked_elsewhere(file) else file.code(model)


def _has_one_loss(call: cst.Call) -> bool:
    loss = keyword(call, "loss")
    if loss is not None and isinstance(loss.value, cst.List):
        return len(loss.value.elements) == 1
    return loss is None or not isinstance(loss.value, cst.Dict | cst.Tuple)


def _is_asked_elsewhere(file: File) -> bool:
    """True if a model that a function returns may be saved, copied or cut."""
    cutting = (each for each in file.attributes if each.attr.value in _CUTTING and file.reference(each) is None)
    return any(
        not any(isinstance(above, cst.Import | cst.ImportFrom) for above in file.ancestors(each)) for each in cutting
    )


def _has_one_output(file: File, made: cst.BaseExpression | None) -> bool:
    if not isinstance(made, cst.Call) or file.symbol(made.func) != "keras.models.Model":
        return False
    given = keyword(made, "outputs") or keyword(made, "output") or next(iter(made.args[1:2]), None)
    if given is None or given.star:
        return False
    value = value_of(file, given.value)
    if isinstance(value, cst.List) and value is given.value:
        return len(value.elements) == 1
    return not isinstance(value or given.value, cst.List | cst.Tuple | cst.Dict)


def _asked(file: File, use: cst.CSTNode) -> str:
    """The method or attribute that a use of the model asks for; "summary" for a drawing of it."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute) and above.value is use:
        return above.attr.value
    if isinstance(above, cst.Return):
        return _RETURN
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    return "summary" if isinstance(call, cst.Call) and file.symbol(call.func) == "keras.utils.plot_model" else ""


# --- the functions


def _is_plain(file: File, call: cst.Call, function: cst.FunctionDef, names: list[str]) -> bool:
    """True for a function beside the model that nothing else calls, and that reads tensors of that scope alone."""
    scope = file.scope(call)
    if file.scope(function) is not scope or function.decorators or not isinstance(function.body, cst.IndentedBlock):
        return False
    if next(kept_tensors(file, function), None) is not None:
        return False
    uses = [use for binding in scope.bindings.get(function.name.value, []) for use in binding.uses]
    bound = [scope.bindings.get(name, []) for name in names]
    return all(call in file.ancestors(use) for use in uses) and all(len(each) == 1 for each in bound)


# --- the edit


def _edit(file: File, call: cst.Call, was: str, keeping: _Kept, start: cst.SimpleStatementLine) -> Edit:
    statement = file.statement(call)
    assert isinstance(statement, cst.SimpleStatementLine)
    layer = inserted_layer(file, _LAYER, _NAMES, call, last_import(file, start))
    kept = file.free_name("kept", "kept_tensors")
    tensors = {each: each for _, names in keeping.readers for each in names}
    tensors |= {key: file.code(arg.value) for each in keeping.made for key, arg in each.tensors.items()}
    listed = ", ".join(f'"{key}": {code}' for key, code in tensors.items())
    replaced = [pair for each in keeping.made for pair in _called(each, kept)]
    changed = replace(statement, [pair for pair in replaced if statement in file.ancestors(pair[0])])
    assert isinstance(changed, cst.SimpleStatementLine)
    lines = [
        file.parse_statement(f"{kept} = {layer.name}()\n").with_changes(leading_lines=statement.leading_lines),
        file.parse_statement(
            f"{was} = {layer.keras}.Model({was}.input, {kept}({was}.output, {{{listed}}}), name={was}.name)\n"
        ),
        changed.with_changes(leading_lines=()),
    ]
    replacements: list[tuple[cst.CSTNode, Replacement]] = [(statement, cst.FlattenSentinel(lines))]
    replacements += [pair for pair in replaced if statement not in file.ancestors(pair[0])]
    replacements += layer.replacements
    for function, names in keeping.readers:
        place = first_statement(function)
        read = [file.parse_statement(f'{each} = {kept}.tensors["{each}"]\n') for each in names]
        replacements.append((place, cst.FlattenSentinel([*read, place])))
    readers = [function.name.value for function, _ in keeping.readers] or [keeping.made[0].function.name.value]
    said = f"a layer at the end of {was} keeps {', '.join(tensors)} for {readers[0]}, which reads them"
    return Edit(call, said, tuple(replacements), layer.imports)


def _called(made: MadeLoss, kept: str) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Hand a function to what makes the loss in place of each tensor, and call it where the loss reads it."""
    for key, arg in made.tensors.items():
        yield arg.value, cst.parse_expression(f'lambda: {kept}.tensors["{key}"]')
    for name in made.reads:
        yield name, cst.Call(name)
