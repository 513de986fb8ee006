"""Give each output of a model its list of metrics.

## What it does

`compile(metrics=["mae"])` of a model with two outputs becomes `compile(metrics=[["mae"], ["mae"]])`.

## Why

Keras 2 gave every output all metrics of the list. Keras 3 wants an entry for each output: it raises ValueError, or
takes the first metric for the first output where the list happens to have as many.
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same, under the same names: the logs of `tests/codemods/fixtures/metrics_of_outputs` are those of Keras 2.3.1 on
TensorFlow 1.15.5 and of TensorFlow 2.15.1, to 1e-6.

## What it leaves to you

Metric objects: each output needs one of its own. A dictionary of losses, if the file does not show the model. As many
metrics as outputs, in files that do not show for which Keras they were written: a finding asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import Called, known_calls
from codemods.analysis.model_outputs import outputs_of
from codemods.analysis.written_for import written_for
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
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    for called in known_calls(file):
        count = outputs_of(file, called) if called.canonical.endswith(".compile") else 0
        if count == 0 and called.canonical.endswith(".compile") and _has_several_losses(called):
            yield from _unknown_count(called)
        for name in _KEYWORDS if count > 1 else ():
            arg = called.argument(name)
            if arg is not None and isinstance(arg.value, cst.List | cst.Tuple) and _is_flat(arg.value):
                yield _outcome(file, called, arg, arg.value, count, is_certain=line is not None)


def _outcome(
    file: File, called: Called, arg: cst.Arg, metrics: cst.List | cst.Tuple, count: int, *, is_certain: bool
) -> Edit | Manual | Undecided:
    code = file.code(metrics)
    if len(metrics.elements) == count and not is_certain:
        stake = f"each of the {count} outputs got all these metrics in Keras 2, and gets one of them in Keras 3"
        return Undecided(arg, f"metrics={code}", "keras==2.3", stake, "write a list for each output")
    if any(isinstance(each.value, cst.Call) for each in metrics.elements):
        said = f"Keras 3 wants a list of metrics for each of the {count} outputs, and each output its own objects"
        return Manual(arg, f"{called.path}(metrics=)", said, f"write {count} lists, with objects of their own")
    repeated = cst.List([cst.Element(metrics.deep_clone()) for _ in range(count)])
    said = f"all {count} outputs have these metrics: Keras 3 wants a list for each"
    return Edit(arg, said, ((metrics, repeated),))


def _unknown_count(called: Called) -> Iterator[Manual]:
    for name in _KEYWORDS:
        arg = called.argument(name)
        if arg is not None and isinstance(arg.value, cst.List | cst.Tuple) and _is_flat(arg.value):
            said = "Keras 3 wants a list of metrics for each output, and the file does not show how many there are"
            advice = "write a list of lists, or a dictionary like that of loss="
            yield Manual(arg, f"{called.path}({name}=)", said, advice)


def _has_several_losses(called: Called) -> bool:
    """True for `loss={"a": "mse", "b": "mae"}`."""
    loss = called.argument("loss")
    return loss is not None and isinstance(loss.value, cst.Dict) and len(loss.value.elements) > 1


def _is_flat(metrics: cst.List | cst.Tuple) -> bool:
    """True if a list has metrics, and no lists of them."""
    plain = (cst.SimpleString, cst.Name, cst.Attribute, cst.Lambda, cst.Call)
    return bool(metrics.elements) and all(
        isinstance(each, cst.Element) and isinstance(each.value, plain) for each in metrics.elements
    )
