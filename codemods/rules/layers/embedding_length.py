"""Give an `Embedding` the length of its input as a shape.

## What it does

`Embedding(1000, 64, input_length=80)` becomes `Embedding(1000, 64, input_shape=(80,))`, which a `Sequential` builds its
input from. `input_length=None` is left out, as is a length beside a shape, and that of a layer that is called on a
tensor, wrapped in another layer, or not the first of its model.

## Why

Keras 3 ignores `input_length=` with a warning. A model that begins so then has no shape: `Flatten` and `Dense` after it
are built at the first batch, and `summary()`, `count_params()` and `load_weights()` before that fail.
https://keras.io/api/layers/core_layers/embedding/

## Numbers

No numbers involved.

## What it leaves to you

A length in an unpacked dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.layers.layer_seats import Place, seat_of
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, rule

_LENGTH = "input_length"
_SHAPES = ("input_shape", "batch_input_shape", "batch_shape")


@rule(
    "TFM148",
    example="""
    from keras.layers import Embedding, Flatten
    from keras.models import Sequential

    model = Sequential()
    model.add(Embedding(1000, 64, input_length=80))
    model.add(Flatten())
    """,
)
def embedding_length(file: File) -> Iterator[Edit]:
    """Keras 2 made the same shape of it: https://github.com/keras-team/keras/blob/2.3.1/keras/layers/embeddings.py."""
    for called in known_calls(file):
        length = keyword(called.call, _LENGTH)
        if length is None or called.canonical != "keras.layers.Embedding":
            continue
        is_later = seat_of(file, called.call).place is Place.LATER
        if is_later or literal(length.value) is None or any(keyword(called.call, each) for each in _SHAPES):
            kept = with_args(called.call, [arg for arg in called.call.args if arg is not length])
            yield Edit(length, "input_length= said nothing here, and is left out", ((called.call, kept),))
        else:
            shape = named(length.with_changes(value=_shape(length.value)), "input_shape")
            yield Edit(length, "input_length= of an Embedding is now its input_shape=", ((length, shape),))


def _shape(length: cst.BaseExpression) -> cst.BaseExpression:
    """A shape of one dimension; lengths that are a tuple or a list are the shape."""
    if isinstance(length, cst.Tuple | cst.List):
        return length
    return cst.Tuple([cst.Element(length)])
