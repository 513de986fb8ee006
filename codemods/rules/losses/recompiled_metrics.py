"""Compile without metrics where a model that has metrics is compiled again without them.

## What it does

`model.compile("adam", "mse")` becomes `model.compile("adam", "mse", metrics=[])` where the model was compiled with
metrics before, in the file or before it was saved.

## Why

`compile` of Keras 2 began anew. That of Keras 3 keeps the metrics of the compile before unless it is given others:
`evaluate` and `train_on_batch` return a list where they returned a number, and the history has more keys.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/trainer.py

## Numbers

Same: the results of `tests/codemods/fixtures/recompiled_metrics` are those of Keras 2.3.1 on TensorFlow 1.15.5 and of
TensorFlow 2.15.1.

## What it leaves to you

Models that reach a function from somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.compiled_models import are_same, may_follow, values_of
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Severity, Stage, rule

_KEYWORDS = ("metrics", "weighted_metrics")
_LOADED = ("keras.models.load_model", "keras.models.clone_model")


@rule(
    "TFM248",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, input_dim=8)])
    model.compile("adam", "mse", metrics=["mae"])
    model.fit(x, y)
    model.compile("sgd", "mse")
    loss = model.evaluate(x, y)
    """,
    severity=Severity.NUMBERS,
)
def recompiled_metrics(file: File) -> Iterator[Edit]:
    """An empty list changes nothing where a model had no metrics, so it is written wherever one may have had some."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    compiled = [each for each in training_calls(file) if each.canonical.endswith(".compile")]
    with_metrics = [each.call for each in compiled if _has_metrics(each)]
    for called in compiled:
        if _has_metrics(called) or any(arg.star for arg in called.call.args) or _asks_for_none(called):
            continue
        if called.argument("loss") is None:  # it may be a `compile` of another signature
            continue
        if _had_metrics(file, called.call, with_metrics):
            yield _edit(called)


def _has_metrics(called: Called) -> bool:
    given = [called.argument(name) for name in _KEYWORDS]
    return any(arg is not None and not _is_empty(arg.value) for arg in given)


def _is_empty(node: cst.BaseExpression) -> bool:
    return literal(node) is None or (isinstance(node, cst.List | cst.Tuple) and not node.elements)


def _asks_for_none(called: Called) -> bool:
    """True for `metrics=[]`, which Keras 3 takes for new metrics."""
    given = [called.argument(name) for name in _KEYWORDS]
    return any(arg is not None and literal(arg.value) is not None for arg in given)


def _had_metrics(file: File, call: cst.Call, others: list[cst.Call]) -> bool:
    """True if the model may come to this call with metrics."""
    model = _model(call)
    if model is None or shim_of(file, model) is not None:  # the `compile` of the shims begins anew
        return False
    values = values_of(file, model)
    reaching = _reaching(file, call, values)
    for value in values:
        if value in reaching and isinstance(value, cst.Call) and file.symbol(value.func) in _LOADED:
            arg = keyword(value, "compile")
            return arg is None or literal(arg.value) is not False
        for other in others:
            compiled = _model(other)
            if compiled is not None and may_follow(file, call, other) and are_same(file, value, compiled):
                return True
    return False


def _reaching(file: File, call: cst.Call, values: Sequence[cst.BaseExpression]) -> Sequence[cst.BaseExpression]:
    """The last value that is assigned in the block of a call and above it; else all, of which each may reach it."""
    block = file.block(file.statement(call))
    above = [each for each in values if file.block(file.statement(each)) is block and file.before(each, call)]
    return above[-1:] or values


def _model(call: cst.Call) -> cst.BaseExpression | None:
    return call.func.value if isinstance(call.func, cst.Attribute) else None


def _edit(called: Called) -> Edit:
    call, given = called.call, called.argument("metrics")
    empty = cst.List([])
    said = "metrics=[]: Keras 3 keeps the metrics of the compile before"
    if given is not None:
        return Edit(given, said, ((given, given.with_changes(value=empty)),))
    return Edit(call, said, ((call, with_args(call, [*call.args, named(cst.Arg(empty), "metrics")])),))
