"""Ask for the data format where Keras 1 asked for the ordering of dimensions: `th` is `channels_first`.

## What it does

`K.set_image_dim_ordering("th")` becomes `K.set_image_data_format("channels_first")`, and
`K.image_dim_ordering() == "tf"` becomes `K.image_data_format() == "channels_last"`.

## Why

Keras 2.2.5 removed both functions: `K.image_dim_ordering()` raises AttributeError.
https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes

## Numbers

No numbers involved.

## What it leaves to you

Orderings in variables, and uses of the answer other than comparisons with `"th"` and `"tf"`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.keywords.keras_1 import DIM_ORDERING

_ASK = "keras.backend.image_dim_ordering"
_SET = "keras.backend.set_image_dim_ordering"


@rule(
    "TFM144",
    example="""
    from keras import backend as K

    K.set_image_dim_ordering("th")
    channels_last = K.image_dim_ordering() == "tf"
    """,
)
def dim_ordering(file: File) -> Iterator[Edit | Manual]:
    """Edit calls through the backend; other rules report the rest."""
    for reference in file.references(_ASK, _SET):
        call = file.call_of(reference)
        function = reference.node
        if call is None or reference.spelling.shimmed or not isinstance(function, cst.Attribute):
            continue
        modern = "set_image_data_format" if reference.canonical == _SET else "image_data_format"
        texts = _set_to(call) if reference.canonical == _SET else _compared_with(file, call)
        if texts:
            said = f"{function.attr.value}() is now {modern}()"
            named = (function.attr, cst.Name(modern))
            yield Edit(call, said, (named, *((text, _modern(text)) for text in texts)))


def _set_to(call: cst.Call) -> list[cst.SimpleString]:
    texts = [arg.value for arg in call.args if arg.keyword is None and _is_ordering(arg.value)]
    return texts if len(texts) == len(call.args) else []  # type: ignore[return-value]


def _compared_with(file: File, call: cst.Call) -> list[cst.SimpleString]:
    """The orderings that the result of a call is compared with; empty if it is used otherwise, too."""
    above = file.parent(call)
    comparison = file.parent(above) if isinstance(above, cst.ComparisonTarget) else above
    if isinstance(above, cst.Assert) or not isinstance(comparison, cst.Comparison) or len(comparison.comparisons) != 1:
        return []
    target = comparison.comparisons[0]
    if not isinstance(target.operator, cst.Equal | cst.NotEqual | cst.In | cst.NotIn):
        return []
    other = target.comparator if comparison.left is call else comparison.left
    if isinstance(other, cst.Set | cst.Tuple | cst.List):
        values = [element.value for element in other.elements]
        return values if all(_is_ordering(value) for value in values) else []  # type: ignore[return-value]
    return [other] if _is_ordering(other) else []  # type: ignore[list-item]


def _is_ordering(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.SimpleString) and DIM_ORDERING.get(literal(node)) is not None


def _modern(text: cst.SimpleString) -> cst.SimpleString:
    return cst.SimpleString(f"{text.quote}{DIM_ORDERING[literal(text)]}{text.quote}")
