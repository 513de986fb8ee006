"""Report `RandomCrop` layers in models, which leave the images of predictions whole.

## What it does

Reports a `RandomCrop` that is a layer of a model, also by way of a variable, a `Sequential` of augmentations, or the
`call` of a class. It rewrites nothing.

## Why

In `predict` and `evaluate` Keras 2 resized each image until its shorter side fitted, and cut the middle out of that.
Keras 3 hands on the whole image, of another size than in training; in a `call` without a `training` argument it goes on
cropping at random.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/preprocessing/image_preprocessing/random_crop.py

## Numbers

They can differ: the layers behind it get whole images (`tests/codemods/rules/layers/test_cropped_predictions.py`), or
fail at
their shape.

## What it leaves to you

Every reported layer: crop in the dataset, `dataset.map(lambda x, y: (crop(x, training=True), y))`, and begin
predictions with `Resizing(height, width, crop_to_aspect_ratio=True)`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import places_of
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.symbolic import takes_symbolic
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SYMBOL = "keras.layers.RandomCrop"
_SEQUENTIAL = "keras.models.Sequential"
_DEPTH = 2
"""The most variables that a layer goes through: its own, and that of a list."""
_SAID = "in predict() and evaluate() RandomCrop resized and cut out the middle, which it does not in Keras 3"
_ADVICE = (
    "crop in the dataset while it trains, and put Resizing(height, width, crop_to_aspect_ratio=True) before predictions"
)


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


def _is_in_model(file: File, layer: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a part of `Sequential([...])`, what `model.add` gets, and what is called with a symbolic tensor."""
    above = file.parent(layer)
    if isinstance(above, cst.Assign) and depth:
        uses = (use for target in above.targets for use in places_of(file, target.target))
        return any(isinstance(use, cst.Name | cst.Attribute) and _is_in_model(file, use, depth - 1) for use in uses)
    if isinstance(above, cst.Call):
        return above.func is layer and (takes_symbolic(file, above) or _is_in_own_model(file, above))
    if isinstance(above, cst.Arg):
        added = file.parent(above)
        return isinstance(added, cst.Call) and (_adds(added) or _is_sequential(file, added))
    if isinstance(above, cst.Element):
        listed = file.parent(above)
        return isinstance(listed, cst.List | cst.Tuple) and _is_in_model(file, listed, depth)
    return any(isinstance(each, cst.Call) and _is_sequential(file, each) for each in file.ancestors(layer))


def _adds(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "add"


def _is_sequential(file: File, call: cst.Call) -> bool:
    """True for a `Sequential`, unless all that the file does with it is to call it for training."""
    if file.symbol(call.func) != _SEQUENTIAL:
        return False
    above = file.parent(call)
    targets = [each.target for each in above.targets] if isinstance(above, cst.Assign) else []
    bound = {each for target in targets for each in (target, *places_of(file, target))}
    uses = [each for each in bound if not isinstance(file.parent(each), cst.AssignTarget)]
    return not uses or not all(_is_for_data(file, each) or _is_called_for_training(file, each) for each in uses)


def _is_for_data(file: File, use: cst.CSTNode) -> bool:
    """True for `dataset.map(augmentation)`, and for a call in a lambda that is mapped: such a layer trains there."""
    above = file.parent(use)
    if isinstance(above, cst.Call) and above.func is use and keyword(above, "training") is None:
        around = (each for each in file.ancestors(above) if isinstance(each, cst.Lambda))
        above = file.parent(next(around, above))
    mapped = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(mapped, cst.Call) and method_of(mapped) == "map"


def _is_called_for_training(file: File, use: cst.CSTNode) -> bool:
    call = file.parent(use)
    given = keyword(call, "training") if isinstance(call, cst.Call) and call.func is use else None
    return given is not None and literal(given.value) is True


def _is_in_own_model(file: File, call: cst.Call) -> bool:
    """True for a call in the method `call` of a model or layer, whether or not it trains."""
    function, owner = file.function(call), file.enclosing_class(call)
    known = derived_from(file, owner) if owner is not None else None
    if known is None or not known.is_a(LAYER) or not isinstance(function, cst.FunctionDef):
        return False
    around = itertools.takewhile(lambda each: each is not function, file.ancestors(call))
    is_always = not any(isinstance(each, cst.If | cst.IfExp) for each in around)
    given = keyword(call, "training")
    return function.name.value == "call" and is_always and (given is None or literal(given.value) is not True)
