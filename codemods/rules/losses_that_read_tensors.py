"""Keep the tensors of a functional model that its losses read in a layer at its end.

## What it does

Where `def vae_loss(x, y)` reads `z_mean`, a tensor of the model that is compiled with it, the file gets a layer `Kept`.
The model is bound anew, `vae = keras.Model(vae.input, kept(vae.output, {"z_mean": z_mean}))`, and the loss begins with
`z_mean = kept.tensors["z_mean"]`. Metrics that read tensors are treated alike.

## Why

Keras 3 computes losses outside of the model: it raises ValueError, "A KerasTensor cannot be used as input to a
TensorFlow function". The layer is called in the same step as the loss, and has the tensors of that step.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: 20 steps of the variational autoencoder in `tests/equivalence/scripts/idioms/vae_loss_function.py` agree with
Keras 2.3.1 on TensorFlow 1.15.5 to 1e-7.

## What it leaves to you

Losses that a call makes of tensors, and those that read tensors of `self`; models with several outputs, with masks,
under a strategy, and those that are saved, called, or asked for their layers. TFM236 reports them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.compiled_functions import METRICS, compiled_functions
from codemods.analysis.graph_mode import first_import, last_import
from codemods.analysis.keras_2_files import goes_to_keras_3
from codemods.analysis.mask_sources import makes_masks
from codemods.analysis.read_tensors import kept_tensors, named_tensors
from codemods.analysis.rebound_models import is_statement, may_be_bound_anew
from codemods.rewriting.add_imports import bind_keras
from codemods.rewriting.inserted_layers import inserted_layer
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Edit, Replacement, Stage, rule

_LAYER = '''class {name}({keras}.layers.Layer):
    """Returns its input, and keeps tensors for a loss that reads them."""

    def call(self, outputs, tensors):
        self.tensors = tensors
        return outputs
'''
_NAMES = ("Kept", "KeptTensors")
_STRATEGIES = ("keras.utils.multi_gpu_model", "tensorflow.distribute.MirroredStrategy")
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
    if any(file.references(each) for each in (*_STRATEGIES, *_LOADING)) or any(
        makes_masks(file, each) for each in file.calls
    ):
        return
    found: dict[cst.Call, list[tuple[cst.FunctionDef, list[str]]]] = {}
    for function, call in compiled_functions(file, "loss", *METRICS).items():
        names = list(dict.fromkeys(each.value for each in named_tensors(file, function)))
        if names and isinstance(function, cst.FunctionDef):
            found.setdefault(call, []).append((function, names))
    for call, readers in found.items():
        start = first_import(file)
        model = _model(file, call)
        if model is None or not isinstance(start, cst.SimpleStatementLine):
            continue
        if all(_is_plain(file, call, function, names) for function, names in readers):
            yield _edit(file, call, model, readers, start)


# --- the model


def _model(file: File, call: cst.Call) -> cst.Name | None:
    """The model of `model.compile(...)`, if it may be bound anew before this line."""
    model = call.func.value if isinstance(call.func, cst.Attribute) else None
    if not isinstance(model, cst.Name) or not is_statement(file, call) or not may_be_bound_anew(file, call, model):
        return None
    bindings = file.scope(call).bindings.get(model.value, [])
    if len(bindings) != 1 or not _has_one_output(file, file.assigned_value(bindings[0])):
        return None
    loss = keyword(call, "loss")
    if loss is not None and isinstance(loss.value, cst.Dict | cst.List | cst.Tuple):
        return None
    asked = [_asked(file, use) for use in bindings[0].uses if not file.before(use, call)]
    return model if asked.count("compile") == 1 and all(each in _ASKED for each in asked) else None


def _has_one_output(file: File, made: cst.BaseExpression | None) -> bool:
    if not isinstance(made, cst.Call):
        return False
    given = keyword(made, "outputs") or keyword(made, "output") or next(iter(made.args[1:2]), None)
    if given is None or given.star:
        return False
    value = file.only_value(given.value) if isinstance(given.value, cst.Name) else given.value
    return not isinstance(value or given.value, cst.List | cst.Tuple | cst.Dict)


def _asked(file: File, use: cst.CSTNode) -> str:
    """The method or attribute that a use of the model asks for; "summary" for a drawing of it."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute) and above.value is use:
        return above.attr.value
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


def _edit(
    file: File,
    call: cst.Call,
    model: cst.Name,
    readers: list[tuple[cst.FunctionDef, list[str]]],
    start: cst.SimpleStatementLine,
) -> Edit:
    last, statement, was = last_import(file, start), file.statement(call), model.value
    assert isinstance(statement, cst.SimpleStatementLine)
    keras, imports = bind_keras(file, next((each for each in file.module.body if file.before(last, each)), call))
    name, layer = inserted_layer(file, _LAYER, _NAMES, keras)
    kept = file.free_name("kept", "kept_tensors")
    every = dict.fromkeys(each for _, names in readers for each in names)
    tensors = ", ".join(f'"{each}": {each}' for each in every)
    made = file.parse_statement(f"{kept} = {name}()\n")
    rebound = f"{was} = {keras}.Model({was}.input, {kept}({was}.output, {{{tensors}}}), name={was}.name)\n"
    lines = [
        made.with_changes(leading_lines=statement.leading_lines),
        file.parse_statement(rebound),
        statement.with_changes(leading_lines=()),
    ]
    replacements: list[tuple[cst.CSTNode, Replacement]] = [(statement, cst.FlattenSentinel(lines))]
    if layer is not None:
        replacements.append((last, cst.FlattenSentinel([last, layer])))
    for function, names in readers:
        body = function.body.body
        place = body[1] if function.get_docstring() is not None and len(body) > 1 else body[0]
        read = [file.parse_statement(f'{each} = {kept}.tensors["{each}"]\n') for each in names]
        replacements.append((place, cst.FlattenSentinel([*read, place])))
    said = f"a layer at the end of {was} keeps {', '.join(every)} for {readers[0][0].name.value}, which reads them"
    return Edit(call, said, tuple(replacements), imports)
