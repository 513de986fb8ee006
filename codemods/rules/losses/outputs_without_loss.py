"""Report what goes missing where some outputs of a model have no loss.

## What it does

Looks for `compile(loss=[None, "mse"])`. It reports what takes the result of `train_on_batch`, `test_on_batch` or
`evaluate` apart if one output alone has a loss, its name in logs, `monitor="val_b_loss"`, and metrics beside such
losses. It rewrites nothing.

## Why

Keras 3 counts the losses: of one it returns a number, where Keras 2 returned the total and the loss of the output, and
logs no loss of the output: callbacks that monitor it only warn. And it pairs metrics with the targets that are left, so
that those of the last outputs are never computed, without a word.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/compile_utils.py

## Numbers

No numbers involved: they are missing. `[36.0, 36.0]` of Keras 2.3.1 is `36.0`
(`tests/codemods/rules/losses/test_outputs_without_loss.py`).

## What it leaves to you

The reads, which are `loss` and `val_loss` in logs; and metrics, to train a model of the outputs that have a loss.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.models.model_outputs import output_names
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.training.result_reads import LISTING, is_result_of
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SAID = "where one output alone has a loss, Keras 3 returns one number, and Keras 2 returned a list"
_LOST = "Keras 3 does not compute the metrics of the last outputs where outputs before them have no loss"


@rule(
    "TFM364",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input((8,))
    model = Model(image, [Dense(1)(image), Dense(1)(image)])
    model.compile("sgd", loss=[None, "mse"])
    total, of_second = model.train_on_batch(images, labels)
    """,
)
def outputs_without_loss(file: File) -> Iterator[Manual]:
    """Only of lists that are written out."""
    if not goes_to_keras_3(file):
        return
    for called in training_calls(file):
        loss = called.argument("loss") if called.canonical.endswith(".compile") else None
        value = file.only_value(loss.value) if loss is not None and isinstance(loss.value, cst.Name) else None
        losses = value or (loss.value if loss is not None else None)
        if not isinstance(losses, cst.List | cst.Tuple):
            continue
        given = [literal(each.value) is not None for each in losses.elements]
        if all(given) or not any(given):
            continue
        metrics = called.argument("metrics")
        if metrics is not None and isinstance(metrics.value, cst.List | cst.Tuple) and not given[0]:
            if any(isinstance(each.value, cst.List | cst.Tuple) for each in metrics.value.elements):
                yield Manual(metrics, f"{called.path}(metrics=)", _LOST, "train a model of the outputs with a loss")
        if sum(given) == 1 and _is_only_compile(file, called):
            yield from _keys(file, called, given.index(True))
        for call in file.calls if sum(given) == 1 and metrics is None else ():
            if method_of(call) in LISTING and is_result_of(file, call, called.call) and _is_taken_apart(file, call):
                yield Manual(
                    call, f"{called.path.rpartition('.')[0]}.{method_of(call)}", _SAID, "take the number itself"
                )


def _is_only_compile(file: File, called: Called) -> bool:
    return not any(each.call is not called.call for each in training_calls(file) if each.canonical.endswith(".compile"))


def _keys(file: File, called: Called, place: int) -> Iterator[Manual]:
    """The texts that name the loss of the only output that has one."""
    names = output_names(file, called) or []
    name = names[place] if place < len(names) else None
    for text in file.every(cst.SimpleString) if name is not None else ():
        if text.evaluated_value in (f"{name}_loss", f"val_{name}_loss"):
            said = f"where one output alone has a loss, Keras 3 logs no {text.evaluated_value}"
            instead = "val_loss" if text.evaluated_value == f"val_{name}_loss" else "loss"
            yield Manual(text, f"{called.path}(loss=)", said, f"take {instead}", severity=Severity.NUMBERS)


def _is_taken_apart(file: File, call: cst.Call) -> bool:
    """True for `model.evaluate(x, y)[0]`, `total, loss = ...`, and a name of which a part is read."""
    above = file.parent(call)
    if isinstance(above, cst.Assign) and len(above.targets) == 1:
        target = above.targets[0].target
        if isinstance(target, cst.Tuple | cst.List):
            return True
        uses = uses_of(file, target) if isinstance(target, cst.Name) else None
        return any(_is_part(file, each) for each in uses or ())
    return _is_part(file, call)


def _is_part(file: File, node: cst.BaseExpression) -> bool:
    above = file.parent(node)
    return isinstance(above, cst.Subscript) and above.value is node
