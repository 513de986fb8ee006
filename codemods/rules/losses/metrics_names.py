"""Name what `evaluate` returns without `metrics_names`.

## What it does

`dict(zip(model.metrics_names, model.evaluate(x, y)))` becomes `model.evaluate(x, y, return_dict=True)`. Other uses of
`metrics_names` are reported where the file compiles models with metrics.

## Why

In Keras 3 `metrics_names` is `["loss", "compile_metrics"]`, however many metrics there are: names and values no longer
belong together.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/trainer.py

## Numbers

Same: names and values of `tests/codemods/fixtures/metrics_names` are those of Keras 2.3.1 on TensorFlow 1.15.5 and of
TensorFlow 2.15.1.

## What it leaves to you

Names that are used elsewhere than around `evaluate`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Severity, rule

_NAMES = "metrics_names"
_SYMBOL = f"keras.models.Model.{_NAMES}"
_SAID = "metrics_names is ['loss', 'compile_metrics'] in Keras 3"
_ADVICE = "evaluate(..., return_dict=True) returns names and values; the names are list(model.get_metrics_result())"
_PAIR = 2


@rule(
    "TFM231",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile(optimizer="adam", loss="mse", metrics=["mae"])
    model.fit(x, y)
    print(dict(zip(model.metrics_names, model.evaluate(x, y))))
    """,
    severity=Severity.NUMBERS,
)
def metrics_names(file: File) -> Iterator[Edit | Manual]:
    """Rewrite the dictionary that is made on the spot; report other reads, but for the name of the loss.

    Code for Keras 3 has only ever had the two names; beside values they are wrong there as well.
    """
    for node in file.attributes:
        if not goes_to_keras_3(file) and not _is_zipped(file, node):
            continue
        if node.attr.value != _NAMES or not evidence(file, node.value, Kind.MODEL).is_enough:
            continue
        evaluated = _evaluated(file, node)
        if evaluated is not None:
            made, call = evaluated
            args = [*call.args, named(cst.Arg(cst.Name("True")), "return_dict")]
            said = f"{_SAID}: evaluate returns the names with return_dict=True"
            yield Edit(node, said, ((made, with_args(call, args)),))
        elif _compiles_metrics(file) and not _is_loss(file, node):
            yield Manual(node, _SYMBOL, _SAID, _ADVICE)


def _evaluated(file: File, node: cst.Attribute) -> tuple[cst.Call, cst.Call] | None:
    """For `dict(zip(m.metrics_names, m.evaluate(...)))`, the call of `dict` and that of `evaluate`."""
    zipped = file.parent(file.parent(node) or node)
    made = file.parent(file.parent(zipped) or zipped) if zipped is not None else None
    if not _is_zipped(file, node) or not _is_builtin_call(file, made, "dict"):
        return None
    assert isinstance(zipped, cst.Call)
    assert isinstance(made, cst.Call)
    if len(made.args) != 1 or len(zipped.args) != _PAIR or zipped.args[0].value is not node:
        return None
    call = zipped.args[1].value
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or name_of(node.value) is None:
        return None
    if call.func.attr.value != "evaluate" or name_of(call.func.value) != name_of(node.value):
        return None
    is_plain = keyword(call, "return_dict") is None and not any(arg.star for arg in (*call.args, *made.args))
    return (made, call) if is_plain else None


def _is_zipped(file: File, node: cst.Attribute) -> bool:
    """True for an argument of `zip`, which puts names and values together."""
    return _is_builtin_call(file, file.parent(file.parent(node) or node), "zip")


def _is_builtin_call(file: File, node: cst.CSTNode | None, name: str) -> bool:
    return isinstance(node, cst.Call) and file.is_builtin(node.func, name)


def _compiles_metrics(file: File) -> bool:
    """True if a model of the file may have metrics beside its loss."""
    compiled = [called for called in known_calls(file) if called.canonical.endswith(".compile")]
    given = [called.argument(name) for called in compiled for name in ("metrics", "weighted_metrics")]
    return not compiled or any(arg is not None and not _is_empty(arg.value) for arg in given)


def _is_empty(node: cst.BaseExpression) -> bool:
    return literal(node) is None or (isinstance(node, cst.List | cst.Tuple) and not node.elements)


def _is_loss(file: File, node: cst.Attribute) -> bool:
    """True for `metrics_names[0]`, which is still the loss."""
    above = file.parent(node)
    if not isinstance(above, cst.Subscript) or above.value is not node or len(above.slice) != 1:
        return False
    index = above.slice[0].slice
    return isinstance(index, cst.Index) and literal(index.value) == 0
