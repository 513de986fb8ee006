"""Hand labels to your own metrics as Keras 2 did: in the type of the predictions, and with two dimensions.

## What it does

With `metrics=[f1]`, where `f1(y_true, y_pred)` is a function of the file, the function casts `y_true` to the type of
`y_pred`, and gives labels of one dimension a second one, as far as its body does not. So does `update_state` of a
metric of the file, and `call` of a class of losses that a model is compiled with; a loss gets the type from Keras.

## Why

Keras 2 did both before it called a metric. Keras 3 hands over what the data hold: whole numbers and booleans cannot be
multiplied by floats, TypeError. Labels of the shape `(n,)` and predictions of `(n, 1)` give a matrix of `(n, n)`, and
the metric another value, without a word.
https://github.com/keras-team/keras/blob/v2.15.0/keras/engine/compile_utils.py

## Numbers

Same: the metrics of `tests/codemods/fixtures/metric_labels` are those of Keras 2.3.1 on TensorFlow 1.15.5, and of
TensorFlow 2.15.1. Left as it is, the first one is 0.222 in place of 0.667.

## What it leaves to you

Metrics that other modules define, which are noted, and functions with a decorator, which are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.data.batch_sources import return_values
from codemods.analysis.models.compiled_functions import functions_behind, made_by_calls, names_behind
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.own_functions import function_elsewhere
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.categorical_labels import are_categorical
from codemods.analysis.training.own_metrics import (
    Need,
    needs,
    own_loss_classes,
    own_metric_classes,
    own_metric_methods,
    own_metrics,
)
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module, imported_name
from codemods.source.arguments import argument, literal
from codemods.source.file import File
from codemods.source.scopes import IMPORT
from codemods.source.walk import first_statement
from codemods.types import Edit, Import, Manual, Replacement, Severity, Stage, rule

_COMMENT = "# the labels as Keras 2 gave them to {}"
_BACKEND = "keras.backend"
_LOSS = "loss"
_SAID = "Keras 3 gives the {} {} the labels as the data hold them"
_STATIC = "staticmethod"
_CALLED_BY_KERAS = ("call", "update_state")
_CONVERTED = ("tensorflow.function", "tensorflow.autograph.to_graph", "tensorflow.compat.v1.autograph.to_graph")
"""The decorators that change nothing of what a metric gets."""


@rule(
    "TFM243",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras import backend as K
    from keras.models import load_model

    def recall(y_true, y_pred):
        return K.sum(y_true * K.round(y_pred)) / (K.sum(y_true) + K.epsilon())

    model = load_model("model.h5", compile=False)
    model.compile("adam", "binary_crossentropy", metrics=[recall])
    """,
    severity=Severity.NUMBERS,
)
def metric_labels(file: File) -> Iterator[Edit | Manual]:
    """Only metrics that mix labels and predictions, unless the labels are `to_categorical`."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    if written_for(file).keras is KerasLine.KERAS_3 or are_categorical(file):
        return
    for function, compiled in own_metrics(file):
        needed = _less(needs(file, function), compiled)
        if needed:
            yield _outcome(file, function, needed) if isinstance(function, cst.FunctionDef) else _of_lambda(function)
    for method in own_metric_methods(file):
        place = 0 if any(file.is_builtin(each.decorator, _STATIC) for each in method.decorators) else 1
        needed = needs(file, method, place)
        if needed:
            yield _outcome(file, method, needed, place)
    for method in own_metric_classes(file):
        needed = needs(file, method, 1)
        if written_for(file).keras is not KerasLine.STANDALONE:
            needed -= {Need.TYPE}
        if needed:
            yield _outcome(file, method, needed, 1)
    for method, is_called in own_loss_classes(file):
        needed = needs(file, method, 1) & {Need.RANK}
        if needed:
            yield _of_called_loss(file, method) if is_called else _outcome(file, method, needed, 1, _LOSS)
    yield from _imported(file)


def _imported(file: File) -> Iterator[Manual]:
    """Report the metrics of other modules of the project that mind; note those that do not show."""
    for name, compiled in names_behind(file, "metrics"):
        needed = _needs_elsewhere(file, name, compiled)
        if needed or (needed is None and _is_imported(file, name)):
            path = file.code(name)
            said = f"Keras 3 gives the metric {path} the labels as the data hold them; Keras 2 gave them as floats"
            advice = "cast them to the type of y_pred in it, unless it does so, and give them two dimensions"
            yield Manual(name, path, said, advice, is_note=needed is None)
    for made, compiled in made_by_calls(file, "metrics"):
        if _less(_needs_of_made(file, made), compiled):
            path = file.code(made.func)
            said = f"Keras 3 gives what {path} returns the labels as the data hold them; Keras 2 gave them as floats"
            advice = "cast them to the type of y_pred in it, and give them two dimensions"
            yield Manual(made, path, said, advice)


def _needs_of_made(file: File, made: cst.Call) -> frozenset[Need]:
    """What a metric needs that a function of another module of the project returns: `metrics=[precision(0.5)]`."""
    found = function_elsewhere(file, made.func)
    if found is None:
        return frozenset()
    returned = (value for value in return_values(found.file, found.function))
    functions = (each for value in returned for each in functions_behind(found.file, value))
    return frozenset(need for each in functions for need in needs(found.file, each))


def _is_imported(file: File, name: cst.BaseExpression) -> bool:
    """True for a name that an import brings, of another package than Keras and TensorFlow."""
    binding = file.only_binding(name) if isinstance(name, cst.Name) else None
    return binding is not None and binding.kind == IMPORT and file.reference(name) is None


def _needs_elsewhere(file: File, name: cst.BaseExpression, compiled: cst.Call) -> frozenset[Need] | None:
    """What a metric of another module of the project needs; None if that module is not there."""
    found = function_elsewhere(file, name)
    return _less(needs(found.file, found.function), compiled) if found is not None else None


def _less(needed: frozenset[Need], compiled: cst.Call) -> frozenset[Need]:
    """Without what labels of `categorical_crossentropy`, which have the rank of the predictions, do not need."""
    loss = argument(compiled, "loss", 1)
    is_categorical = loss is not None and literal(loss.value) == "categorical_crossentropy"
    return needed - {Need.RANK} if is_categorical else needed


def _of_lambda(function: cst.Lambda) -> Manual:
    said = f"{_SAID.format('metric', 'that is a lambda')}; Keras 2 gave them as floats"
    return Manual(function, "lambda", said, "make it a function that casts them to the type of y_pred")


def _of_called_loss(file: File, method: cst.FunctionDef) -> Manual:
    owner = file.enclosing_class(method)
    name = (owner or method).name.value
    said = f"{_SAID.format('loss', name)}, and what calls it directly may rely on that"
    return Manual(method.name, name, said, "give labels of one dimension a second one where models are trained")


def _outcome(
    file: File, function: cst.FunctionDef, needed: frozenset[Need], place: int = 0, kind: str = "metric"
) -> Edit | Manual:
    """What becomes of a function whose labels are the parameter at `place`."""
    owner = file.enclosing_class(function) if function.name.value in _CALLED_BY_KERAS else None
    name = (owner or function).name.value
    said = _SAID.format(kind, name)
    if any(not _keeps_arguments(file, each.decorator) for each in function.decorators):
        advice = "cast them to the type of y_pred in it, and give them two dimensions"
        return Manual(function, name, said, advice)
    text, imports = _lines(file, function, needed, place)
    if kind == _LOSS:
        predicted = function.params.params[place + 1].name.value
        text = text.replace(" == 1:", f" == 1 and len({predicted}.shape) == 2:")
    first, *rest = cst.parse_module(text, file.module.config_for_parsing).body
    comment = cst.EmptyLine(comment=cst.Comment(_COMMENT.format("losses" if kind == _LOSS else "metrics")))
    added = [first.with_changes(leading_lines=[comment]), *rest]
    changed = " and ".join(each.value for each in Need if each in needed)
    message = f"{said}: {name} sees to the {changed} that they had in Keras 2"
    body = function.body
    replacement: tuple[cst.CSTNode, Replacement]
    if isinstance(body, cst.SimpleStatementSuite):
        line = cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)
        replacement = (body, cst.IndentedBlock([*added, line]))
    else:
        start = first_statement(function)
        replacement = (start, cst.FlattenSentinel([*added, start]))
    return Edit(function.name, message, (replacement,), imports)


def _keeps_arguments(file: File, decorator: cst.BaseExpression) -> bool:
    return file.symbol(decorator) in _CONVERTED or file.is_builtin(decorator, _STATIC)


def _lines(
    file: File, function: cst.FunctionDef, needed: frozenset[Need], place: int
) -> tuple[str, tuple[Import, ...]]:
    true, predicted = (each.name.value for each in function.params.params[place : place + 2])
    imports: tuple[Import, ...] = ()
    backends = [each for each in file.imports if each.spelling is not None and each.spelling.canonical == _BACKEND]
    backend = imported_name(file, function.body, *(each.qualified for each in backends))
    if backend is not None:
        cast = f"{true} = {backend}.cast({true}, {backend}.dtype({predicted}))\n"
        rank = f"if {backend}.ndim({true}) == 1:\n    {true} = {backend}.expand_dims({true})\n"
    else:
        tensorflow, imports = bind_module(file, "tensorflow", "tf", function.body)
        cast = f"{true} = {tensorflow}.cast({true}, {predicted}.dtype)\n"
        rank = f"if len({true}.shape) == 1:\n    {true} = {tensorflow}.expand_dims({true}, -1)\n"
    lines = {Need.TYPE: cast, Need.RANK: rank}
    return "".join(lines[each] for each in Need if each in needed), imports
