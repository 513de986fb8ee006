"""Make bytes of the floats that are written as images: `imageio.imwrite("a.png", imageio.core.image_as_uint(x))`.

## What it does

Where the file shows that an image is an array of floats, as `predict` returns it and as `x / 255` is, or was made one
of whole numbers by `x.astype(int)`, `imwrite` and `imsave` of `imageio` and `skimage.io` get `image_as_uint(x)` of
`imageio.core`. Where it does not show what the image is, a note tells of it, once. Files whose suffix takes floats,
`.tif` and the like, are left alone.

## Why

Both packages made bytes of floats: those from 0 to 1 times 255, others stretched from the least to the greatest.
Since `imageio` 2.28 they hand the array on as it is: "cannot write mode F as PNG".
https://imageio.readthedocs.io/en/stable/reference/userapi.html

## Numbers

Same: the files of `imageio` 2.9 and `scikit-image` 0.15 have the bytes that `imageio` 2.38 and `scikit-image` 0.26
write so (`tests/codemods/rules/libraries/test_float_images.py` writes some where `imageio` is installed).

## What it leaves to you

Lists of images, `mimsave`. Images with one channel, `(28, 28, 1)`, which today have to lose their last axis.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.wide_arrays import is_of_bytes, is_wide
from codemods.analysis.flow.texts import ending
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module, imported_name
from codemods.source.arguments import argument
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Stage, rule
from compat.tables.names.library_calls import IMAGE_WRITERS, TAKES_FLOATS

_SAID = "imageio and skimage no longer make bytes of floats: cannot write mode F"
_NAMES = (("im", "arr", "image"), 1)


@rule(
    "TFM510",
    stage=Stage.BEHAVIOUR,
    example="""
    import imageio
    from keras.models import load_model

    decoder = load_model("decoder.h5")
    imageio.imwrite("digit.png", decoder.predict(code)[0, :, :, 0])
    """,
)
def float_images(file: File) -> Iterator[Edit | Manual]:
    """Edit what certainly has no bytes; note the first image of which nothing is known."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices, is_noted = Choices(file), False
    for call in file.calls:
        path = file.qualified_name(call.func)
        image = _image(call) if path in IMAGE_WRITERS else None
        if image is None or _takes_floats(file, call) or choices.leading_to(call):
            continue
        if is_wide(file, image.value):
            core, imports = _core(file, call)
            bytes_ = cst.parse_expression(f"{core}.image_as_uint({file.code(image.value)})")
            yield Edit(call, f"{_SAID}; image_as_uint does", ((image.value, bytes_),), imports)
        elif not is_noted and not is_of_bytes(file, image.value):
            is_noted = True
            advice = "nothing if the image has bytes; else give it imageio.core.image_as_uint(image)"
            yield Manual(call, path or "", _SAID, advice, is_note=True)


def _core(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name of `imageio.core`, which `import imageio` brings, and the import that it needs."""
    package = imported_name(file, at, "imageio")
    return (f"{package}.core", ()) if package is not None else bind_module(file, "imageio.core", "imageio_core", at)


def _image(call: cst.Call) -> cst.Arg | None:
    names, place = _NAMES
    found = next((arg for name in names if (arg := argument(call, name, place)) is not None), None)
    return None if found is None or found.star else found


def _takes_floats(file: File, call: cst.Call) -> bool:
    """True for a file whose suffix is not that of an image of bytes."""
    end = ending(file, call.args[0].value) if call.args[0].keyword is None else None
    return end is not None and end.lower().endswith(TAKES_FLOATS)
