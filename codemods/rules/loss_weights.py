"""Write the loss once for each output, where each output has a weight of its own.

## What it does

`compile(loss="mse", loss_weights=[1.0, 0.2])` becomes `compile(loss=["mse", "mse"], ...)`, and with a dictionary of
weights the losses become one too.

## Why

One loss stood for all outputs. In Keras 3 it still does, but not beside `loss_weights=`: `fit` raises ValueError.
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same: the losses of two outputs with the weights 0.3 and 2.0 are those of Keras 2.3.1 to 1e-5 (`tests/behaviour`).

## What it leaves to you

Losses and weights that the call does not spell out.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import known_calls
from codemods.source.file import File
from codemods.types import Edit, rule

_SEVERAL = 2


@rule(
    "TFM159",
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    model = Model(image, [Dense(1, name="age")(image), Dense(1, name="weight")(image)])
    model.compile(optimizer="sgd", loss="mse", loss_weights=[1.0, 0.2])
    """,
)
def loss_weights(file: File) -> Iterator[Edit]:
    """Repeat the name of a loss, or a function of `keras.losses`."""
    for called in known_calls(file):
        if not called.canonical.endswith(".compile"):
            continue
        loss, weights = called.argument("loss"), called.argument("loss_weights")
        if loss is None or weights is None or not _is_one(file, loss.value):
            continue
        losses = _repeated(loss.value, weights.value)
        if losses is not None:
            said = "Keras 3 wants a loss for each output that has a weight"
            yield Edit(loss, said, ((loss.value, losses),))


def _is_one(file: File, loss: cst.BaseExpression) -> bool:
    if isinstance(loss, cst.SimpleString):
        return True
    return isinstance(loss, cst.Name | cst.Attribute) and (file.symbol(loss) or "").startswith("keras.losses.")


def _repeated(loss: cst.BaseExpression, weights: cst.BaseExpression) -> cst.BaseExpression | None:
    if isinstance(weights, cst.List | cst.Tuple):
        is_plain = all(isinstance(each, cst.Element) for each in weights.elements)
        if is_plain and len(weights.elements) >= _SEVERAL:
            return cst.List([cst.Element(loss.deep_clone()) for _ in weights.elements])
    if isinstance(weights, cst.Dict):
        names = [each.key for each in weights.elements if isinstance(each, cst.DictElement)]
        if len(names) == len(weights.elements) >= _SEVERAL:
            return cst.Dict([cst.DictElement(name.deep_clone(), loss.deep_clone()) for name in names])
    return None
