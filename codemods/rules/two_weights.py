"""Report training calls that weight classes and samples at once, which Keras 3 refuses.

## What it does

Reports `fit(class_weight=weights, sample_weight=counts)`, and the same in `train_on_batch`.

## Why

Keras 2 multiplied the weights. Keras 3 raises ValueError.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/trainers/data_adapters/array_data_adapter.py

## Numbers

No numbers involved.

## What it leaves to you

To multiply the weights: `sample_weight=counts * np.array([weights[each] for each in y])`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.api_calls import known_calls
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, rule

_METHODS = (".fit", ".train_on_batch")


@rule(
    "TFM162",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, class_weight={0: 1.0, 1: 5.0}, sample_weight=counts)
    """,
)
def two_weights(file: File) -> Iterator[Manual]:
    """Report calls in which neither of the arguments is None."""
    for called in known_calls(file):
        if not called.canonical.endswith(_METHODS):
            continue
        classes, samples = called.argument("class_weight"), called.argument("sample_weight")
        if classes is None or samples is None or None in (literal(classes.value), literal(samples.value)):
            continue
        yield Manual(
            classes,
            f"{called.path}(class_weight=, sample_weight=)",
            "Keras 3 takes one of class_weight= and sample_weight=; Keras 2 multiplied them",
            "pass sample_weight= alone, times the weight of each row's class",
        )
