"""Take the next batch of images with `next()`, as the iterators of Keras 3 have no method for it.

## What it does

`generator.next()` becomes `next(generator)`, where `generator` comes from `flow`, `flow_from_directory` or
`flow_from_dataframe` of an `ImageDataGenerator`.

## Why

The iterators of `keras_preprocessing` had both. Those of TensorFlow 2.16 and later have no `next`:
"'NumpyArrayIterator' object has no attribute 'next'".
https://github.com/keras-team/keras/blob/master/keras/src/legacy/preprocessing/image.py

## Numbers

No numbers involved: in Keras 2, `__next__` called `next`.

## What it leaves to you

Iterators that come from elsewhere, such as a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.endless_data import is_over_images
from codemods.analysis.objects.object_types import SEQUENCE
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, rule

_NEXT = "next"


@rule(
    "TFM214",
    example="""
    from keras.preprocessing.image import ImageDataGenerator

    def batches(x, y):
        generator = ImageDataGenerator(horizontal_flip=True).flow(x, y, batch_size=8)
        while True:
            images, labels = generator.next()
            yield images, labels
    """,
)
def image_iterators(file: File) -> Iterator[Edit | Manual]:
    """Only of what is certainly an iterator over images."""
    if not file.target.is_modern:
        return
    for node in file.attributes:
        if node.attr.value != _NEXT or not is_over_images(file, node.value):
            continue
        call, said = file.parent(node), f"iterators over images have no {_NEXT}()"
        is_plain = isinstance(call, cst.Call) and call.func is node and not call.args
        if isinstance(call, cst.Call) and is_plain and _is_builtin(file, node):
            modern = cst.Call(cst.Name(_NEXT), [cst.Arg(node.value)], lpar=call.lpar, rpar=call.rpar)
            yield Edit(node, f"{said}: {file.code(modern)}", ((call, modern),))
        else:
            yield Manual(node, f"{SEQUENCE}.{_NEXT}", said, f"use {_NEXT}(iterator)")


def _is_builtin(file: File, at: cst.CSTNode) -> bool:
    return all(each.kind == BUILTIN for each in file.scope(at)[_NEXT])
