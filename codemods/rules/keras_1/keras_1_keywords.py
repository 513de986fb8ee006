"""Rename `nb_epoch` of Keras 1 to `epochs`.

## What it does

`fit(nb_epoch=5)` becomes `fit(epochs=5)`.

## Why

Keras 3 raises TypeError: "fit() got an unexpected keyword argument 'nb_epoch'".
https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes

## Numbers

No numbers involved.

## What it leaves to you

A call that is given both `nb_epoch=` and `epochs=`, and the `fit` of what may not be a Keras model.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import Kind, evidence
from codemods.source.arguments import keyword, named
from codemods.source.file import File
from codemods.types import Edit, Manual, rule


@rule(
    "TFM121",
    example="""
    from keras.models import load_model

    model = load_model("model.h5")
    model.fit(x, y, nb_epoch=5)
    """,
)
def keras_1_keywords(file: File) -> Iterator[Edit | Manual]:
    """Rename the keyword in the `fit` of objects that are, or are used as, Keras models."""
    for call in file.calls:
        arg = keyword(call, "nb_epoch")
        if arg is None or keyword(call, "epochs") is not None:
            continue
        if not (isinstance(call.func, cst.Attribute) and call.func.attr.value == "fit"):
            continue
        if evidence(file, call.func.value, Kind.MODEL).is_enough:
            yield Edit(arg, "nb_epoch= is now epochs=", ((arg, named(arg, "epochs")),))
