"""Change images at random as Keras 2.3 did.

## What it does

In files for Keras 2.3 and earlier, and for TensorFlow before 2.9, `ImageDataGenerator` comes from
`compat.keras.preprocessing.image` if it has ranges of the width and the height that differ, a shear of more than one
degree, or a range of brightness; so do `random_shift`, `random_shear`, `random_rotation`, `random_zoom` and
`apply_affine_transform`.

## Why

Since TensorFlow 2.9 `width_shift_range` moves rows and `height_shift_range` columns, a shear goes along the other axis,
images that are not square turn about a point beside their centre, and `brightness_range` makes images with values from
0 to 1 black.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/legacy/preprocessing/image.py

## Numbers

Same: the images of Keras 2.3.1 from the same seed (`tests/codemods/fixtures/augmented_images`). Where the ranges of
both axes are equal, Keras 3 draws other images of the same kind, unless they are not square, which is noted.

## What it leaves to you

Files that do not show for which release they were written: what differs is noted.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.named_modules import taken_from_shims
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_HOME = "compat.keras.preprocessing.image"
_MODULE = "keras.preprocessing.image."
_GENERATOR = _MODULE + "ImageDataGenerator"
_FUNCTIONS = tuple(
    _MODULE + name
    for name in ("apply_affine_transform", "random_rotation", "random_shear", "random_shift", "random_zoom")
)
_FIRST = "2.9"
_LEGACY = (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)
_WIDTH, _HEIGHT, _SHEAR, _BRIGHTNESS = "width_shift_range", "height_shift_range", "shear_range", "brightness_range"
_AROUND_CENTRE = ("rotation_range", "zoom_range", _WIDTH, _SHEAR)
_LEAST_SHEAR = 1
"""Degrees: less of it moves no pixel by a hundredth of the image."""
_AXES_OF_IMAGE = 3
_CHANNELS = ("1", "3")
_OF_ARRAYS = "flow"
_FLOWS = ("flow_from_directory", "flow_from_dataframe")
_SQUARE = tuple(f"keras.datasets.{name}" for name in ("cifar10", "cifar100", "fashion_mnist", "mnist"))
_ADVICE = f"where the code is older than TensorFlow {_FIRST}, take the class from {_HOME}"


@rule(
    "TFM385",
    stage=Stage.LATE,
    example="""
    from keras.preprocessing.image import ImageDataGenerator

    generator = ImageDataGenerator(width_shift_range=0.2, height_shift_range=0.1)
    model.fit_generator(generator.flow(x, y), samples_per_epoch=1000, nb_epoch=5)
    """,
    severity=Severity.NUMBERS,
)
def augmented_images(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Take the class from the shims in a file of a known release; elsewhere, note what differs."""
    if not goes_to_keras_3(file) or is_since(file, _FIRST, _FIRST):
        return
    made = [
        (call, {name: each.value for name, each in given.items()})
        for reference in file.references(_GENERATOR)
        if not reference.spelling.shimmed and (call := file.call_of(reference)) is not None
        for given in [given_keywords(file, call)]
        if given is not None
    ]
    is_legacy = written_for(file).keras in _LEGACY or is_before(file, _FIRST)
    if is_legacy:
        carried = [_GENERATOR] if any(_differs(file, given) for _, given in made) else []
        yield from taken_from_shims(file, dict.fromkeys([*carried, *_FUNCTIONS], _HOME))
        made = [] if carried else made
    for call, given in made:
        if _differs(file, given):
            yield Undecided(call, _GENERATOR, "keras==2.3")
        elif not _are_square(file) and any(_is_given(file, given.get(name)) for name in _AROUND_CENTRE):
            said = f"images that are not square are turned, zoomed and shifted otherwise since TensorFlow {_FIRST}"
            yield Manual(call, _GENERATOR, said, _ADVICE, is_note=True)


def _differs(file: File, given: dict[str, cst.BaseExpression]) -> bool:
    """Whether images are changed otherwise today, whatever their shape."""
    width, height = (_text(file, given.get(name)) for name in (_WIDTH, _HEIGHT))
    degrees = _known(file, given[_SHEAR]) if _SHEAR in given else 0
    is_sheared = not isinstance(degrees, (int, float)) or abs(degrees) > _LEAST_SHEAR
    return width != height or is_sheared or _is_given(file, given.get(_BRIGHTNESS))


def _are_square(file: File) -> bool:
    """True if all images that the file shows are as wide as they are high."""
    flows = [call for call in file.calls if method_of(call) in _FLOWS]
    arrays = any(method_of(call) == _OF_ARRAYS for call in file.calls)
    if arrays and not any(file.references(*(each, each + ".load_data")) for each in _SQUARE):
        sides = list(_sides(file))
        if not sides or any(height != width for height, width in sides):
            return False
    return bool(flows or arrays) and all(_is_square(file, keyword(call, "target_size")) for call in flows)


def _sides(file: File) -> Iterator[tuple[str, str]]:
    """The heights and widths of images that calls name: `width=32, height=32`, and `input_shape=(32, 32, 3)`."""
    for call in file.calls:
        named = {arg.keyword.value: arg.value for arg in call.args if arg.keyword is not None}
        if {"height", "width"} <= named.keys():
            yield _text(file, named["height"]), _text(file, named["width"])
        shape = named.get("input_shape", named.get("shape"))
        if isinstance(shape, cst.Tuple) and len(shape.elements) == _AXES_OF_IMAGE:
            first, second, third = (_text(file, each.value) for each in shape.elements)
            yield (second, third) if first in _CHANNELS else (first, second)


def _is_square(file: File, size: cst.Arg | None) -> bool:
    """Whether a `target_size=` is a pair of equal numbers, as its default is."""
    if size is None:
        return True
    value = value_of(file, size.value) or size.value
    if not isinstance(value, (cst.Tuple, cst.List)):
        return False
    sides = {_text(file, each.value) for each in value.elements}
    return len(sides) == 1


def _is_given(file: File, value: cst.BaseExpression | None) -> bool:
    return value is not None and _known(file, value) not in (0, None)


def _text(file: File, value: cst.BaseExpression | None) -> str:
    """The number that an expression stands for, or else its code; two that are equal have the same text."""
    if value is None:
        return "0"
    known = _known(file, value)
    return f"{known:g}" if isinstance(known, (int, float)) else file.code(value)


def _known(file: File, value: cst.BaseExpression) -> object:
    return literal(value_of(file, value) or value)
