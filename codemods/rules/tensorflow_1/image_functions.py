"""Report functions of `tf.image` that give images of another type, or other boxes, than in TensorFlow 1.

## What it does

In a file of TensorFlow 1, reports `per_image_standardization` and `adjust_gamma` of images that are not visibly floats,
and `non_max_suppression_with_scores` with a `soft_nms_sigma`. Where the type of the images does not show, it is a note,
and so is `non_max_suppression_padded`.

## Why

Nothing else says so. `per_image_standardization` of TensorFlow 1.14 to 2.3 gave back the type it took, so that whole
numbers were cut off at 0; `adjust_gamma` up to 1.13 always gave floats; and `soft_nms_sigma` up to 2.3 only scaled the
scores of boxes that overlap by less than `iou_threshold`, today it scales all. Since 2.4
`non_max_suppression_padded` takes the order of the corners from the first box, before it looked at each box.
https://www.tensorflow.org/api_docs/python/tf/image/per_image_standardization

## Numbers

They can differ: `tests/behaviour` has those of all releases.

## What it leaves to you

Every reported use, with advice. Files of TensorFlow 2 are left alone: they do not show whether they are for 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.float_values import is_float
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import bind, literal
from codemods.source.canonical_names import in_v1
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_IMAGE = "tensorflow.image."
_TYPED = {
    "per_image_standardization": (
        "gave back the type of its image in TensorFlow 1.14 and 1.15, and gives float32 today, as up to 1.13",
        "nothing where float32 is meant; else give the result to tf.image.convert_image_dtype(..., saturate=True)",
    ),
    "adjust_gamma": (
        "gave float32 up to TensorFlow 1.13, and gives back the type of its image today, as since 1.14",
        "nothing for a script of 1.14 or 1.15; else convert the image to floats first",
    ),
}
"""Functions for which the type of their image matters: what is said, and the advice."""

_PADDED = "non_max_suppression_padded"
_SOFT = "non_max_suppression_with_scores"
_SOFT_PARAMETERS = (
    "boxes", "scores", "max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma", "name",
)  # fmt: skip

_DECODERS = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("image.", "io.")
    for name in ("decode_bmp", "decode_gif", "decode_image", "decode_jpeg", "decode_png")
)
"""Functions that give whole numbers, unless they are given a type."""

_KEEPING = """
image.adjust_brightness image.adjust_contrast image.adjust_hue image.adjust_saturation image.central_crop
image.crop_to_bounding_box image.flip_left_right image.flip_up_down image.pad_to_bounding_box image.random_brightness
image.random_contrast image.random_crop image.random_flip_left_right image.random_flip_up_down image.random_hue
image.random_saturation image.resize_image_with_crop_or_pad image.resize_with_crop_or_pad image.rot90
random_crop reshape expand_dims squeeze
"""
_KEEP_THE_TYPE = frozenset("tensorflow." + name for name in _KEEPING.split())
"""Functions whose result has the type of their image."""


@rule(
    "TFM265",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    tf.enable_eager_execution()
    image = tf.image.decode_jpeg(tf.read_file(path))
    image = tf.image.per_image_standardization(image)
    """,
    severity=Severity.NUMBERS,
)
def image_functions(file: File) -> Iterator[Manual]:
    """Only in a file of TensorFlow 1; a note where the type of the images does not show."""
    if not is_written_for_tensorflow_1(file):
        return
    for name, (said, advice) in _TYPED.items():
        for reference in file.references(_IMAGE + name, in_v1(_IMAGE + name)):
            call = file.call_of(reference)
            image = call.args[0] if call is not None and call.args and not call.args[0].star else None
            is_changed = None if image is None else _has_changed_type(file, image.value)
            if is_changed is not False:
                at = call or reference.node
                yield Manual(at, _IMAGE + name, f"tf.image.{name} {said}", advice, is_note=is_changed is None)
    for reference in file.references(_IMAGE + _PADDED, in_v1(_IMAGE + _PADDED)):
        said = "non_max_suppression_padded takes the corners of all boxes in the order of the first box's corners today"
        yield Manual(reference.node, _IMAGE + _PADDED, said, "give all boxes as y1, x1, y2, x2", is_note=True)
    for reference in file.references(_IMAGE + _SOFT, in_v1(_IMAGE + _SOFT)):
        call = file.call_of(reference)
        if call is None:
            continue
        given = bind(call, *_SOFT_PARAMETERS)
        sigma = None if given is None else given.get("soft_nms_sigma")
        if given is None or (sigma is not None and literal(sigma.value) != 0):
            said = (
                "soft_nms_sigma= scales the scores of all boxes today; before, those above iou_threshold were dropped"
            )
            advice = "drop such boxes with tf.image.non_max_suppression first, or expect them among the results"
            yield Manual(call, _IMAGE + _SOFT, said, advice)


def _has_changed_type(file: File, node: cst.BaseExpression) -> bool | None:
    """True if an image visibly has whole numbers, or floats of another size, None if its type does not show."""
    found = set(_changed_types(file, node, frozenset()))
    return found.pop() if len(found) == 1 else None


def _changed_types(file: File, node: cst.BaseExpression, seen: frozenset[object]) -> Iterator[bool | None]:
    """The same of each value that may reach `node`; a name that is bound to what is made of itself adds nothing."""
    if isinstance(node, cst.Name):
        variable = file.variable(node)
        for each in file.definitions(node) or () if variable not in seen else ():
            yield from _changed_types(file, each, seen | {variable})
        return
    reference = file.reference(node.func) if isinstance(node, cst.Call) else None
    name = reference.spelling.in_tensorflow_1 if reference is not None else ""
    if not isinstance(node, cst.Call) or not name:
        yield False if is_float(file, node) else None
    elif name in _KEEP_THE_TYPE and node.args and node.args[0].keyword is None and not node.args[0].star:
        yield from _changed_types(file, node.args[0].value, seen)
    elif name in _DECODERS:
        yield _is_changed_type(file, _type(node)) if _type(node) is not None else True
    elif name in ("tensorflow.cast", "tensorflow.image.convert_image_dtype"):
        yield _is_changed_type(file, _type(node, place=1))
    else:
        yield False if is_float(file, node) else None


def _type(call: cst.Call, place: int | None = None) -> cst.BaseExpression | None:
    """The argument `dtype` of a call; `place` is its place among the positional ones."""
    for index, arg in enumerate(call.args):
        if arg.keyword.value == "dtype" if arg.keyword is not None else index == place and not arg.star:
            return arg.value
    return None


def _is_changed_type(file: File, node: cst.BaseExpression | None) -> bool | None:
    reference = file.reference(node) if node is not None else None
    name = reference.spelling.in_tensorflow_1 if reference is not None else ""
    return name != "tensorflow.float32" if name.startswith("tensorflow.") else None
