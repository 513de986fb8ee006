"""Report lists of results whose metrics come in another order.

## What it does

Reports calls of `evaluate`, `train_on_batch` and `test_on_batch` of a model with several outputs and metrics, where the
list that comes back is used. It rewrites nothing.

## Why

Keras 2 listed the metrics output by output, as they were compiled. Keras 3 sorts them by their names: `a_mae`, `a_mse`,
`b_mae`. The losses before them, and the metrics of a model with one output, keep their order.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/trainer.py

## Numbers

No numbers involved: measured on Keras 2.3.1, 2.15 and 3.15.1, the values are the same.

## What it leaves to you

Every reported call: `return_dict=True` gives the names with the values.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.model_outputs import output_names, outputs_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.result_reads import LISTING, is_result_of, reads_beyond
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SAID = "with several outputs Keras 3 sorts the metrics in this list by name, {}"


@rule(
    "TFM249",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    model = Model(image, [Dense(1, name="weight")(image), Dense(1, name="age")(image)])
    model.compile(optimizer="adam", loss="mse", metrics={"weight": "mae", "age": "mae"})
    loss, weight_loss, age_loss, weight_error, age_error = model.evaluate(x, [y, z])
    """,
    severity=Severity.NUMBERS,
)
def metrics_order(file: File) -> Iterator[Manual]:
    """Leave out lists of which only the losses are read, and metrics that were in the order of their names."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    calls = training_calls(file)
    compiled = [each for each in calls if each.canonical.endswith(".compile") and _is_sorted_anew(file, each)]
    for called in calls if compiled else ():
        name = called.canonical.rpartition(".")[2]
        if name not in LISTING or called.argument("return_dict") is not None:
            continue
        made = next((each for each in compiled if is_result_of(file, called.call, each.call)), None)
        if made is not None and reads_beyond(file, called.call, _losses(file, made)):
            said = _SAID.format("no longer as they were compiled")
            advice = "give it return_dict=True, and read the values by name"
            yield Manual(called.call, f"{called.path}()", said, advice, culprit=made.call)


def _is_sorted_anew(file: File, called: Called) -> bool:
    """True if a compiled model has several outputs, and metrics that may not be in the order of their names."""
    groups = _groups(called)
    if groups is None:
        return False
    names = output_names(file, called)
    several = max(outputs_of(file, called), len(names or ())) > 1
    if isinstance(groups, dict):
        if len(groups) == 1 and (not several or len(next(iter(groups.values())) or "?") == 1):
            return False
        order = [f"{end}_{each}" for end in names or () for each in groups.get(end) or ()]
        is_known = names is not None and None not in groups.values() and set(groups) <= set(names)
    else:
        if not several or sum(1 if each is None else len(each) for each in groups) <= 1:
            return False
        order = [f"{end}_{each}" for end, listed in zip(names or (), groups, strict=False) for each in listed or ()]
        is_known = names is not None and None not in groups
    return not is_known or order != sorted(order)


def _groups(called: Called) -> dict[str, list[str] | None] | list[list[str] | None] | None:
    """The names of the metrics for each output; None where they are not spelled out, or for no metrics at all."""
    arg = called.argument("metrics")
    if arg is None:
        return None
    if isinstance(arg.value, cst.Dict):
        found: dict[str, list[str] | None] = {}
        for number, each in enumerate(arg.value.elements):
            key = literal(each.key) if isinstance(each, cst.DictElement) else ...
            found[key if isinstance(key, str) else f"?{number}"] = _names(each.value)
        return {key: names for key, names in found.items() if names != []} or None
    if not isinstance(arg.value, cst.List | cst.Tuple) or not arg.value.elements:
        return None
    return [_names(each.value) for each in arg.value.elements]


def _names(node: cst.BaseExpression) -> list[str] | None:
    listed = [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else [node]
    values = [value for each in listed if (value := literal(each)) is not None]
    names = [each for each in values if isinstance(each, str)]
    return names if len(names) == len(values) else None


def _losses(file: File, called: Called) -> int:
    """The number of losses that come first: that of the whole, and one for each output."""
    return 1 + max(outputs_of(file, called), len(output_names(file, called) or ()))
