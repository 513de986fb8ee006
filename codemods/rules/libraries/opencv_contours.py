"""Unpack the two results of OpenCV's `findContours`, which were three.

## What it does

`_, contours, hierarchy = cv2.findContours(...)` becomes `contours, hierarchy = cv2.findContours(...)`, and
`cv2.findContours(...)[2]` `cv2.findContours(...)[-1]`. It reports an image that is read from the first place, and
`[1]`, which were the contours, also of results that are kept together. Notes tell of what OpenCV 5 has in other
packages.

## Why

OpenCV 3 gave the image as well: "not enough values to unpack (expected 3, got 2)" with OpenCV 4 and 5. By a number, the
contours of OpenCV 3 are the hierarchy of today, without an error.
https://docs.opencv.org/4.x/d3/dc0/group__imgproc__shape.html#gadf1ad6a0b82947fa1fe3c3d497f260e0

## Numbers

Not measured: the contours are those of the release that finds them. OpenCV 3.4.18 gives three results, 5.0.0 two.

## What it leaves to you

Every report. Code that asks for the release, `imutils.is_cv2()`, is reported too: it knows OpenCV 2 and 3 alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.source.arguments import literal_key
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_FIND = "cv2.findContours"
_SAID = "cv2.findContours gives two results since OpenCV 4: contours and hierarchy"
_ADVICE = "the contours are the first of two results; the image is left as it was"
_LEGACY = 3
_OF_CONTRIB = frozenset({"cv2.CascadeClassifier", "cv2.HOGDescriptor"})


@rule(
    "TFM461",
    stage=Stage.BEHAVIOUR,
    example="""
    import cv2
    from keras.models import load_model

    model = load_model("digits.h5")
    _, contours, _ = cv2.findContours(image, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    """,
)
def opencv_contours(file: File) -> Iterator[Edit | Manual]:
    """Edit what is unpacked, or asked for by a number, unless a `try` or an `if` chooses."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path == _FIND and not choices.leading_to(call):
            yield from _found(file, call)
        elif path in _OF_CONTRIB and not choices.leading_to(call):
            said = f"{path} is not in the package opencv-python of OpenCV 5: AttributeError"
            advice = "pip install opencv-contrib-python, and see its module xobjdetect, or 'opencv-python<5'"
            yield Manual(call, path or "", said, advice, is_note=True)


def _found(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    above = file.parent(call)
    if isinstance(above, cst.Assign) and len(above.targets) == 1:
        yield from _unpacked(file, call, above)
    elif isinstance(above, cst.Subscript) and above.value is call:
        index = literal_key(above)
        if index == _LEGACY - 1:
            yield Edit(call, _SAID, ((above, _last(above)),))
        elif index == 1:
            yield Manual(call, _FIND, _SAID, f"write [-2] for the contours, and [-1] for the hierarchy; {_ADVICE}")


def _unpacked(file: File, call: cst.Call, assign: cst.Assign) -> Iterator[Edit | Manual]:
    target = assign.targets[0].target
    if isinstance(target, cst.Name):
        if any(literal_key(each) == 1 for each in _subscripts(file, target)):
            yield Manual(call, _FIND, _SAID, _ADVICE)
        return
    if not isinstance(target, cst.Tuple | cst.List) or len(target.elements) != _LEGACY:
        return
    first = target.elements[0]
    if isinstance(first, cst.StarredElement):
        return
    if isinstance(first.value, cst.Name) and not _is_read(file, assign, first.value):
        yield Edit(call, _SAID, ((target, target.with_changes(elements=target.elements[1:])),))
    else:
        yield Manual(call, _FIND, _SAID, _ADVICE)


def _subscripts(file: File, name: cst.Name) -> Iterator[cst.Subscript]:
    """The places where a variable is asked for a part."""
    for each in nodes(file.function(name) or file.module, cst.Subscript):
        if isinstance(each.value, cst.Name) and each.value.value == name.value:
            yield each


def _is_read(file: File, assign: cst.Assign, name: cst.Name) -> bool:
    """True if what the first place holds is read anywhere in the function, or in the module."""
    if name.value == "_":
        return False
    for each in nodes(file.function(assign) or file.module, cst.Name):
        if each.value == name.value and not _is_target(file, each):
            return True
    return False


def _is_target(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    while isinstance(above, cst.Element | cst.Tuple | cst.List):
        above = file.parent(above)
    return isinstance(above, cst.AssignTarget)


def _last(node: cst.Subscript) -> cst.Subscript:
    return node.with_changes(slice=[cst.SubscriptElement(cst.Index(cst.parse_expression("-1")))])
