"""Name a loss for every output where the dictionary of losses leaves some out.

## What it does

`compile("sgd", {"age": "mse"})` of a model with the outputs `age` and `weight` becomes `compile("sgd", ["mse", None])`.

## Why

Keras 3 raises ValueError: "Expected keys ['age', 'weight'] in loss dict". Keras 2 left the other outputs out.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/compile_utils.py

## Numbers

Same: the losses of `tests/codemods/fixtures/loss_weights` are those of Keras 2.3.1 on TensorFlow 1.15.5. The history
has no loss of the output beside the total, which is the same number.

## What it leaves to you

Models with a dictionary of metrics, of which Keras 3 wants targets for all outputs, and models whose outputs the file
does not name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.model_outputs import output_names, outputs_of
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SAID = "Keras 3 wants a loss, or None, for every output"
_ADVICE = "give every output a loss or None, and a target or None: {name: None}"


@rule(
    "TFM240",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    model = Model(image, [Dense(1, name="weight")(image), Dense(1, name="age")(image)])
    model.compile("adam", {"age": "mse"})
    """,
)
def partial_losses(file: File) -> Iterator[Edit | Manual]:
    """Edit a dictionary that is written out at the call, where the file shows the names of all outputs."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3 or has_models_of_shims(file):
        return
    for called in training_calls(file):
        loss = called.argument("loss") if called.canonical.endswith(".compile") else None
        losses = _dictionary(file, loss.value) if loss is not None else None
        if loss is None or losses is None:
            continue
        given = {literal(each.key): each.value for each in losses.elements if isinstance(each, cst.DictElement)}
        names = output_names(file, called)
        count = max(outputs_of(file, called), len(names or ()))
        if ... in given or len(given) != len(losses.elements) or not 0 < len(given) < count:
            continue
        metrics = called.argument("metrics")
        has_own_metrics = metrics is not None and not isinstance(metrics.value, cst.List | cst.Tuple)
        if names is None or not set(given) <= set(names) or loss.value is not losses or has_own_metrics:
            culprit = losses if loss.value is not losses else None
            yield Manual(loss, f"{called.path}(loss=)", _SAID, _ADVICE, culprit=culprit)
            continue
        listed = cst.List([cst.Element(given.get(name, cst.Name("None"))) for name in names])
        yield Edit(loss, f"{_SAID}: a list in the order of the outputs", ((losses, listed),))


def _dictionary(file: File, node: cst.BaseExpression) -> cst.Dict | None:
    value = value_of(file, node)
    return value if isinstance(value, cst.Dict) else None
