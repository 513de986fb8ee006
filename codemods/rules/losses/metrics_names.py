"""Name what `evaluate` returns without `metrics_names`.

## What it does

`dict(zip(model.metrics_names, model.evaluate(x, y)))` becomes `model.evaluate(x, y, return_dict=True)`. Where the file
shows a model with one output, and compiles it once with names of metrics, `model.metrics_names[1]` becomes
`"accuracy"`, and the whole list `["loss", "accuracy"]`. Other uses are reported where the file compiles models with
metrics.

## Why

In Keras 3 `metrics_names` is `["loss", "compile_metrics"]`, however many metrics there are: names and values no longer
belong together.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/trainer.py

## Numbers

Same: names and values of `tests/codemods/fixtures/metrics_names` are those of Keras 2.3.1 on TensorFlow 1.15.5 and of
TensorFlow 2.15.1. `acc`, as Keras called the accuracy before 2.3, is the name that was asked for: `accuracy`.

## What it leaves to you

Names of metrics that are functions or objects, and of models with several outputs, or that are compiled elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.data.fed_values import Fed, leaves
from codemods.analysis.models.model_outputs import is_sequential, outputs_as_given
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword, literal, literal_key, named, with_args
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
            names = _compiled(file, node.value)
            written = _written_out(file, node, names) if names is not None else None
            if written is None:
                yield Manual(node, _SYMBOL, _SAID, _ADVICE)
            else:
                yield Edit(node, f"{_SAID}: the names are written out", (written,))


def _compiled(file: File, model: cst.BaseExpression) -> list[str] | None:
    """The loss and the metrics of a model with one output, in the order of their values; None if they are not shown."""
    here = place(file, model)
    compiled = [each for each in known_calls(file) if each.canonical.endswith(".compile")]
    of_model = [each for each in compiled if (receiver := _receiver(each)) and place(file, receiver) == here]
    if (
        len(of_model) != 1
        or of_model[0].argument("weighted_metrics") is not None
        or not _has_one_output(file, of_model[0])
    ):
        return None
    loss, metrics = of_model[0].argument("loss"), of_model[0].argument("metrics")
    listed = metrics.value.elements if metrics is not None and isinstance(metrics.value, cst.List | cst.Tuple) else ()
    names = [literal(each.value) for each in listed]
    if loss is None or isinstance(loss.value, cst.Dict | cst.List) or not names:
        return None
    texts = [each for each in names if isinstance(each, str)]
    return ["loss", *texts] if len(texts) == len(names) else None


def _receiver(called: Called) -> cst.BaseExpression | None:
    return called.call.func.value if isinstance(called.call.func, cst.Attribute) else None


def _has_one_output(file: File, called: Called) -> bool:
    """True for a `Sequential`, and for what ends with the tensor of one layer of Keras: `Dense(1)(x)`."""
    model = _receiver(called)
    if model is not None and is_sequential(file, model):
        return True
    ends = [leaf for each in outputs_as_given(file, called) or () for leaf in leaves(each.module, each.node)]
    return bool(ends) and all(_is_of_layer(each) for each in ends)


def _is_of_layer(end: Fed) -> bool:
    made = end.node.func if isinstance(end.node, cst.Call) else None
    is_of_keras = isinstance(made, cst.Call) and (end.module.symbol(made.func) or "").startswith("keras.layers.")
    return is_of_keras and isinstance(made, cst.Call) and keyword(made, "return_state") is None


def _written_out(file: File, node: cst.Attribute, names: list[str]) -> tuple[cst.CSTNode, cst.BaseExpression] | None:
    """The names in place of `metrics_names`, or the one that is asked for; None where the list is changed."""
    above = file.parent(node)
    if isinstance(above, cst.Attribute | cst.AssignTarget | cst.AugAssign | cst.Del):
        return None
    index = literal_key(above) if isinstance(above, cst.Subscript) and above.value is node else None
    if above is not None and isinstance(index, int) and -len(names) <= index < len(names):
        return above, cst.SimpleString(f'"{names[index]}"')
    texts = ", ".join(f'"{each}"' for each in names)
    return node, cst.parse_expression(f"[{texts}]")


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
