"""Report `RandomCrop` layers in models, which leave the images of predictions whole.

## What it does

Reports a `RandomCrop` that is a layer of a model, also by way of a `Sequential` of augmentations. It rewrites nothing.

## Why

In `predict` and `evaluate` Keras 2 cut the middle out of each image, resized to fit. Keras 3 hands on the whole image,
of another size than in training.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/preprocessing/image_preprocessing/random_crop.py

## Numbers

They can differ: the layers behind it get whole images (`tests/codemods/rules/test_cropped_predictions.py`), or fail at
their shape.

## What it leaves to you

Every reported layer: crop in the dataset, `dataset.map(lambda x, y: (crop(x, training=True), y))`, and end predictions
with `CenterCrop` of the same size.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.keras_2_files import goes_to_keras_3
from codemods.analysis.symbolic import takes_symbolic
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SYMBOL = "keras.layers.RandomCrop"
_SEQUENTIAL = "keras.models.Sequential"
_SAID = "in predict() and evaluate() RandomCrop cut out the middle, and leaves images whole in Keras 3"
_ADVICE = "crop in the dataset while it trains, and put CenterCrop of the same size in front of predictions"


@rule(
    "TFM382",
    stage=Stage.ADVICE,
    severity=Severity.NUMBERS,
    example="""
    from tensorflow.keras import Sequential
    from tensorflow.keras.layers.experimental import preprocessing

    augmentation = Sequential([preprocessing.RandomCrop(24, 24), preprocessing.RandomFlip()])
    """,
)
def cropped_predictions(file: File) -> Iterator[Manual]:
    """Leave layers alone that only a dataset calls."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(_SYMBOL):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed and _is_in_model(file, call):
            yield Manual(call, reference.canonical, _SAID, _ADVICE)


def _is_in_model(file: File, layer: cst.Call) -> bool:
    """True for a part of `Sequential([...])`, what `model.add` gets, and what is called with a symbolic tensor."""
    above = file.parent(layer)
    if isinstance(above, cst.Call):
        return above.func is layer and takes_symbolic(file, above)
    if isinstance(above, cst.Arg):
        added = file.parent(above)
        return isinstance(added, cst.Call) and isinstance(added.func, cst.Attribute) and added.func.attr.value == "add"
    return any(isinstance(each, cst.Call) and file.symbol(each.func) == _SEQUENTIAL for each in file.ancestors(layer))
