"""Report arrays that are no bytes where `Image.fromarray(x, "L")` is to take them for some.

## What it does

Reports `Image.fromarray(x, "L")`, `"RGB"` and the like where the file shows that the array has floats, or whole numbers
of several bytes. What a comparison gives, `x > 0.5`, gets `.astype("uint8")`. Where nothing is known of the array, a
note tells of it, once.

## Why

Up to Pillow 11 the mode decided: the bytes of the floats were taken for pixels, one after the other, whatever they
said. Since Pillow 12 the type of the array has to be that of the mode: "Invalid mode for data type".
https://pillow.readthedocs.io/en/stable/deprecations.html#image-fromarray-mode-parameter

## Numbers

Same for comparisons: the pixels are 0 and 1, as before (`tests/codemods/rules/libraries/test_image_modes.py` makes
such an image). A reported image showed the bytes of floats, and no picture: that of today is another one.

## What it leaves to you

What is reported: whether the values are meant as 0 ... 1 or as 0 ... 255. Modes that are not written out, and `"F"`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.wide_arrays import is_of_bytes, is_wide
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.library_calls import FROM_ARRAY, MODES_OF_BYTES

_URL = "https://pillow.readthedocs.io/en/stable/deprecations.html#image-fromarray-mode-parameter"
_DEPTH = 4


@rule(
    "TFM503",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.models import load_model
    from PIL import Image

    decoder = load_model("decoder.h5")
    picture = Image.fromarray(255 * decoder.predict(code)[0, :, :, 0], "L")
    """,
)
def image_modes(file: File) -> Iterator[Edit | Manual]:
    """Report what certainly has no bytes; note the first array of which nothing is known."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices, is_noted = Choices(file), False
    for call in file.calls:
        found = _array(call) if file.qualified_name(call.func) == FROM_ARRAY else None
        if found is None or choices.leading_to(call):
            continue
        mode, array = found
        said = f'{file.code(call.func)} takes an array of bytes for the mode "{mode}", and no other'
        if _is_compared(file, array.value):
            typed = cst.parse_expression(f'({file.code(array.value)}).astype("uint8")')
            yield Edit(call, f"{said}, since Pillow 12", ((array.value, typed),))
        elif is_wide(file, array.value):
            advice = f"scale it to 0 ... 255, and give it as .astype(numpy.uint8) ({_URL})"
            yield Manual(call, FROM_ARRAY, f"{said}; it showed the bytes of the numbers, and is a ValueError", advice)
        elif not is_noted and not is_of_bytes(file, array.value):
            is_noted = True
            advice = f"nothing if the array has bytes; else scale it, and give it as .astype(numpy.uint8) ({_URL})"
            yield Manual(call, FROM_ARRAY, f"{said}, since Pillow 12", advice, is_note=True)


def _array(call: cst.Call) -> tuple[str, cst.Arg] | None:
    """The mode of bytes that is written out, and the array that is to have it."""
    given, array = argument(call, "mode", 1), argument(call, "obj", 0)
    mode = literal(given.value) if given is not None else None
    if array is None or array.star or not isinstance(mode, str) or mode not in MODES_OF_BYTES:
        return None
    return mode, array


def _is_compared(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for `x > 0.5`, a part of it, and a name for it."""
    while isinstance(node, cst.Subscript):
        node = node.value
    if isinstance(node, cst.Name) and depth:
        value = file.only_value(node)
        return value is not None and _is_compared(file, value, depth - 1)
    return isinstance(node, cst.Comparison)
