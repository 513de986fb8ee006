"""Give each output of a model its list of metrics.

## What it does

`compile(metrics=["mae"])` of a model with two outputs becomes `compile(metrics=[["mae"], ["mae"]])`, and
`[["mae"] for _ in model.outputs]` where the list of outputs grows in a loop that does not say how often it runs.

## Why

Keras 2 gave every output all metrics of the list. Keras 3 wants an entry for each output: it raises ValueError, or
takes the first metric for the first output where the list happens to have as many.
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same, under the same names: the logs of `tests/codemods/fixtures/metrics_of_outputs` are those of Keras 2.3.1 on
TensorFlow 1.15.5 and of TensorFlow 2.15.1, to 1e-6. A list for the only output of a model changes nothing.

## What it leaves to you

Metric objects: each output needs one of its own. A dictionary of losses, if the file does not show the model. As many
metrics as outputs, in files that do not show for which Keras they were written: a finding asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.data.list_lengths import length_of
from codemods.analysis.flow.self_attributes import values_of
from codemods.analysis.models.model_outputs import has_list_of_outputs, outputs_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Manual, Undecided, rule

_KEYWORDS = ("metrics", "weighted_metrics")


@rule(
    "TFM230",
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    model = Model(image, [Dense(1, name="age")(image), Dense(1, name="weight")(image)])
    model.compile(optimizer="adam", loss="mse", metrics=["mae"])
    """,
)
def metrics_of_outputs(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Repeat a list of names and functions where the file shows how many outputs the model has."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for called in known_calls(file):
        if not called.canonical.endswith(".compile"):
            continue
        count = outputs_of(file, called)
        is_listed = count == 0 and has_list_of_outputs(file, called)
        for name in _KEYWORDS if count > 1 or is_listed or (count == 0 and _has_several_losses(called)) else ():
            arg = called.argument(name)
            metrics = _flat(file, arg.value) if arg is not None else None
            if arg is not None and metrics:
                yield _outcome(file, called, arg, metrics, None if is_listed else count)


def _outcome(
    file: File, called: Called, arg: cst.Arg, metrics: list[cst.BaseExpression], count: int | None
) -> Edit | Manual | Undecided:
    """What becomes of metrics for so many outputs: None for a list of them, 0 for a model that is not shown."""
    code, path = file.code(arg.value), f"{called.path}({arg.keyword.value if arg.keyword else 'metrics'}=)"
    model = called.call.func.value if isinstance(called.call.func, cst.Attribute) else None
    is_named = isinstance(model, cst.Name | cst.Attribute)
    if count == 0 or (count is None and not is_named):
        said = "Keras 3 wants a list of metrics for each output, and the file does not show how many there are"
        return Manual(arg, path, said, "write a list of lists, or a dictionary like that of loss=")
    each_output = f"each of the {count} outputs" if count else "each output"
    may_be_one_each = len(metrics) == count if count else len(metrics) > 1
    if written_for(file).keras is None and may_be_one_each:
        stake = f"{each_output} got all these metrics in Keras 2, and gets one of them in Keras 3"
        return Undecided(arg, f"metrics={code}", "keras==2.3", stake, "write a list for each output")
    if any(isinstance(each, cst.Call) for each in metrics):
        said = f"Keras 3 wants a list of metrics for {each_output}, and each output its own objects"
        return Manual(arg, path, said, "write a list for each output, with objects of its own")
    said = f"all {f'{count} ' if count else ''}outputs have these metrics: Keras 3 wants a list for each"
    if count is None and model is not None:
        lists = cst.parse_expression(f"[{code} for _ in {file.code(model)}.outputs]")
        return Edit(arg, said, ((arg.value, lists),))
    repeated = cst.List([cst.Element(arg.value.deep_clone()) for _ in range(count or 0)])
    return Edit(arg, said, ((arg.value, repeated),))


def _has_several_losses(called: Called) -> bool:
    """True for `loss={"a": "mse", "b": "mae"}`."""
    loss = called.argument("loss")
    return loss is not None and isinstance(loss.value, cst.Dict) and len(loss.value.elements) > 1


def _flat(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The metrics of a list that has no lists in it, also of one that a name is bound to."""
    values = [node] if isinstance(node, cst.List | cst.Tuple) else values_of(file, node) or []
    if len(values) != 1 or not isinstance(values[0], cst.List | cst.Tuple):
        return None
    plain = (cst.SimpleString, cst.Name, cst.Attribute, cst.Lambda, cst.Call)
    listed = values[0].elements
    is_flat = all(
        isinstance(each, cst.Element) and isinstance(each.value, plain) and length_of(file, each.value) is None
        for each in listed
    )
    return [each.value for each in listed] if is_flat else None
